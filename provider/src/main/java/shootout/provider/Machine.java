/* SPDX-License-Identifier: CC0-1.0 */
package shootout.provider;

/** What is known of the running VM. */
final class Machine {
    private static final String VECTORS = "jdk.incubator.vector";
    private static final int COMPILED_FOR = 17; // the forms in vectors
    private static final int ROW_BITS = 256; // of BLAKE-512

    private Machine() {}

    /** The forms for words of this VM, "java32" or "java64". */
    static String words() {
        return "32".equals(System.getProperty("sun.arch.data.model")) ? "java32" : "java64";
    }

    /**
     * Whether the module for vectors is there and a row fits one of the CPU's. Asked by reflection:
     * this class is loaded by VMs that know nothing of vectors.
     */
    static boolean hasVectors() {
        if (words().equals("java32")
                || Runtime.version().feature() < COMPILED_FOR
                || ModuleLayer.boot().findModule(VECTORS).isEmpty()) {
            return false;
        }
        try {
            Class<?> shape = Class.forName(VECTORS + ".VectorShape");
            Object preferred = shape.getMethod("preferredShape").invoke(null);
            return (int) shape.getMethod("vectorBitSize").invoke(preferred) >= ROW_BITS;
        } catch (ReflectiveOperationException e) {
            return false; // an incubator's interface may change
        }
    }
}
