/* SPDX-License-Identifier: CC0-1.0 */

import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.SymbolLookup;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.MethodHandle;

/**
 * The cost of a call of C through the foreign-function API of Java 22 and later; used as Jni is.
 * The kinds: 0 empty, 1 with a block that is copied to C's memory, 2 with one on Java's heap.
 */
public final class Foreign {
    private static final int KIND = Integer.getInteger("kind");
    private static final int CALLS = 1 << 20;
    private static final int ROUNDS = 25;
    private static final SymbolLookup LIBRARY =
            SymbolLookup.libraryLookup(System.getProperty("library"), Arena.global());
    private static final MethodHandle EMPTY =
            find("empty", FunctionDescriptor.of(ValueLayout.JAVA_LONG));
    private static final FunctionDescriptor READING = FunctionDescriptor.of(
            ValueLayout.JAVA_LONG, ValueLayout.ADDRESS, ValueLayout.JAVA_LONG);
    private static final MethodHandle COPIED = find("touch", READING);
    private static final MethodHandle ON_HEAP =
            find("touch", READING, Linker.Option.critical(true));

    private Foreign() {}

    private static MethodHandle find(
            String name, FunctionDescriptor type, Linker.Option... options) {
        return Linker.nativeLinker().downcallHandle(LIBRARY.find(name).get(), type, options);
    }

    private static long call(byte[] block, MemorySegment copy) throws Throwable {
        if (KIND == 0) {
            return (long) EMPTY.invokeExact();
        }
        if (KIND == 1) {
            MemorySegment.copy(block, 0, copy, ValueLayout.JAVA_BYTE, 0, block.length);
            return (long) COPIED.invokeExact(copy, (long) block.length);
        }
        return (long) ON_HEAP.invokeExact(MemorySegment.ofArray(block), (long) block.length);
    }

    private static long calls(byte[] block, MemorySegment copy) throws Throwable {
        long sum = 0;
        for (int i = 0; i < CALLS; i++) {
            sum += call(block, copy);
        }
        return sum;
    }

    /** The least of several rounds: others on the core only add. */
    public static void main(String[] args) throws Throwable {
        byte[] block = new byte[Integer.parseInt(args[0])];
        MemorySegment copy = Arena.global().allocate(block.length);
        long least = Long.MAX_VALUE;
        long sum = 0;
        for (int i = 0; i < ROUNDS; i++) {
            long start = System.nanoTime();
            sum += calls(block, copy);
            least = Math.min(least, System.nanoTime() - start);
        }
        System.out.println("call " + (double) least / CALLS + " " + sum);
    }
}
