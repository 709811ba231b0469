/* SPDX-License-Identifier: CC0-1.0 */
import java.io.BufferedReader;
import java.io.File;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.lang.reflect.Method;
import java.net.URL;
import java.net.URLClassLoader;
import java.util.Arrays;

/**
 * Runs the same program many times in one VM, each time with classes of its own.
 *
 * <p>A line of the input is a run: folders of classes separated by colons, the program's name, its
 * words, with a tab between them. What it prints stands between the lines {@code begin} and
 * {@code end}. A program that halts the VM ends all of them: the last run then has no {@code end}.
 */
public final class Many {
    public static void main(String[] args) throws Exception {
        PrintStream out = System.out; // a run takes System.out for itself
        BufferedReader runs = new BufferedReader(new InputStreamReader(System.in));
        ClassLoader above = ClassLoader.getSystemClassLoader().getParent();
        for (String line; (line = runs.readLine()) != null; ) {
            String[] words = line.split("\t");
            String[] folders = words[0].split(":");
            URL[] places = new URL[folders.length];
            for (int i = 0; i < places.length; ++i)
                places[i] = new File(folders[i]).toURI().toURL();
            ClassLoader own = new URLClassLoader(places, above);
            Method main = own.loadClass(words[1]).getMethod("main", String[].class);
            String[] rest = Arrays.copyOfRange(words, 2, words.length);
            // Limits of processor time are for a thread.
            Thread thread = new Thread(() -> {
                try {
                    main.invoke(null, (Object) rest);
                } catch (ReflectiveOperationException e) {
                    throw new IllegalStateException(e);
                }
            });
            thread.setContextClassLoader(own);
            System.setOut(out);
            out.println("begin");
            thread.start();
            thread.join();
            out.println("end");
        }
    }
}
