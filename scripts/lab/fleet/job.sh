#!/bin/sh
# The job of a fleet on a node: unpacks the sources on a local disk, and runs them there.
# usage: job.sh FLEET KIND MACHINE [OPTION of ./do run]...

fleet=$1 kind=$2
home=$fleet/kinds/$kind

end() {
    printf '%s\n' "job $SLURM_JOB_ID" "stage failed" "cause $1" > "$home/state.part"
    mv "$home/state.part" "$home/state"
    echo "fleet: $1"
    exit 1
}

command -v python3 > /dev/null || end "no python3 on the node"
disk=${SLURM_TMPDIR:-${TMPDIR:-/tmp}}
work=$disk/shootout-$(id -u)-$kind
# Another user of the node could have made it, with programs of his own in it.
mkdir -p -- "$disk" && { mkdir -m 700 "$work" 2> /dev/null || true; }
[ -n "$(find "$work" -prune -type d -user "$(id -u)" ! -perm -0002)" ] ||
    end "$work is not a folder of ours alone: remove it from the node"
# Sources that have changed are unpacked anew; what was built and timed stays.
unpack() {
    find "$work" -mindepth 1 -maxdepth 1 ! -name build ! -name data -exec rm -rf {} + &&
        cp "$fleet/source.tar.gz" "$work/source.part" &&
        tar -xzf "$work/source.part" -C "$work" && mv "$work/source.part" "$work/source.tar.gz"
}
cmp -s "$fleet/source.tar.gz" "$work/source.tar.gz" || unpack ||
    end "the sources can't be unpacked in $disk: $(df -Pm "$disk" | awk 'END { print $4 }') MiB are free"
cd "$work" || end "no $work"
unset DEVICE SHOOTOUT_DATA SHOOTOUT_BUILD SHOOTOUT_CRYPTO_HASH SHOOTOUT_OKCOMPILERS
export PYTHONPATH="$work/scripts" PYTHONDONTWRITEBYTECODE=1 SHOOTOUT_NODE_KIND="$kind"
exec python3 -m lab.fleet.job "$@"
