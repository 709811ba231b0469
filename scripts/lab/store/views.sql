-- The views of a store, which name things as users do. `files` is the list of its Parquet files.
CREATE VIEW stored AS FROM read_parquet(getvariable('files'));

CREATE VIEW figures AS
SELECT machine, microarchitecture, abi, primitive, implementation, length, median, compiler,
    q1, q3, unit, doubts, grade, date, "set", native, compiler_version, counter, cpu, cpuid,
    left_out, used_samples, used_rounds, layout, culprit, rank, round, clock, samples, flags,
    version, file, sha256, number, coalesce(year(date), 0)::INTEGER AS year
FROM stored WHERE number > 0;

CREATE VIEW runs AS
SELECT machine, microarchitecture, abi, cpu, cpuid, cpus, boost, smt, grade, reasons, date,
    version, counter, clock_low, clock_high, hertz, hidden, emulated, figures, facts, file, bytes,
    sha256, stored
FROM stored WHERE number = 0;

CREATE VIEW rounds AS
SELECT * EXCLUDE (q1, median, q3, doubts, left_out, used_samples, used_rounds, layout, culprit,
        rank, round, clock, samples, flags),
    unnest(round) AS round, unnest(clock) AS clock, unnest(samples) AS samples,
    unnest(flags) AS flags
FROM figures;

-- A run of a function: of several the newest counts, as in the graphs.
CREATE VIEW newest AS
SELECT figures.* FROM figures SEMI JOIN (
    SELECT machine, microarchitecture, abi, primitive,
        arg_max(sha256, (run, file, sha256)) AS sha256
    FROM (
        SELECT DISTINCT f.machine, f.microarchitecture, f.abi, f.primitive, f.file, f.sha256,
            r.date AS run
        FROM figures f JOIN runs r USING (sha256, machine, abi)
        WHERE f.counter <> 'qemu-user')
    GROUP BY ALL
) USING (machine, microarchitecture, abi, primitive, sha256)
WHERE counter <> 'qemu-user';

CREATE VIEW fastest AS
SELECT machine, abi, primitive, length, unnest(best), microarchitecture
FROM (
    SELECT machine, microarchitecture, abi, primitive, length,
        arg_min(struct_pack(implementation, median, doubts, q1, q3, unit, compiler, grade, date,
            "set", native, version, file, sha256), (rank, number)) AS best
    FROM newest WHERE primitive <> 'null'
    GROUP BY machine, microarchitecture, abi, primitive, length, native);

CREATE VIEW machines AS
SELECT machine, abi, microarchitecture, count(*) AS runs, max(date) AS last,
    arg_max(grade, (date, file)) AS grade, min(date) AS first, sum(figures)::BIGINT AS figures,
    arg_max(cpu, (date, file)) AS cpu, arg_max(cpuid, (date, file)) AS cpuid
FROM runs WHERE figures > 0 GROUP BY machine, microarchitecture, abi
ORDER BY machine, abi;

CREATE VIEW history AS
SELECT machine, abi, primitive, implementation, length, date, median,
    median / lag(median) OVER run - 1 AS change, version, q1, q3, unit, doubts, grade, compiler,
    compiler_version, microarchitecture, file, sha256
FROM (
    SELECT * EXCLUDE (best), unnest(best)
    FROM (
        SELECT machine, microarchitecture, abi, primitive, implementation, length, unit, file,
            sha256,
            arg_min(struct_pack(date, version, q1, median, q3, doubts, grade, compiler,
                compiler_version), (rank, number)) AS best
        FROM figures GROUP BY ALL))
WINDOW run AS (
    PARTITION BY machine, microarchitecture, abi, primitive, implementation, length, unit
    ORDER BY date, file, sha256);
