/* SPDX-License-Identifier: CC0-1.0 */
package shootout;

import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.charset.StandardCharsets;

/** The time that the hypervisor took from a CPU, where Linux reports it. */
final class Steal {
    private static final int FIELD = 8; // behind the CPU's name

    private final String name;
    private final byte[] text = new byte[1 << 14]; // many CPUs
    private RandomAccessFile file;

    /** @param cpu its number, or "any" for the sum of all */
    Steal(String cpu) {
        name = cpu.equals("any") ? "cpu " : "cpu" + cpu + " ";
        try {
            file = new RandomAccessFile("/proc/stat", "r");
        } catch (IOException e) {
            file = null; // another system
        }
    }

    /** Since the system was started, in the kernel's clock ticks; 0 where that is not known. */
    long ticks() {
        if (file == null) {
            return 0;
        }
        try {
            file.seek(0);
            int n = file.read(text);
            String all = new String(text, 0, Math.max(n, 0), StandardCharsets.US_ASCII);
            int at = all.indexOf(name);
            String[] fields = at < 0 ? new String[0] : all.substring(at).split("\\s+", FIELD + 2);
            return fields.length > FIELD ? Long.parseLong(fields[FIELD]) : 0;
        } catch (IOException e) {
            return 0;
        }
    }
}
