/* SPDX-License-Identifier: CC0-1.0 */
package shootout;

import java.io.ByteArrayOutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import javax.tools.JavaCompiler;
import javax.tools.ToolProvider;

/**
 * Runs javac several times in one VM, which saves most of its time. Usage:
 *
 * <pre>
 *   java shootout.Compile ORDER...
 * </pre>
 *
 * <p>An ORDER is a folder and javac's words, with tabs between. The folder gets {@code classes},
 * {@code log} with what javac said, and last {@code status}. Prints "made" for each.
 */
public final class Compile {
    private Compile() {}

    public static void main(String[] args) throws Exception {
        JavaCompiler javac = ToolProvider.getSystemJavaCompiler();
        for (String order : args) {
            List<String> words = new ArrayList<>(Arrays.asList(order.split("\t")));
            Path folder = Path.of(words.remove(0));
            Path classes = folder.resolve("classes");
            Files.createDirectories(classes);
            words.addAll(0, List.of("-Xlint:all", "-d", classes.toString()));
            ByteArrayOutputStream log = new ByteArrayOutputStream();
            int status = javac.run(null, log, log, words.toArray(new String[0]));
            Files.write(folder.resolve("log"), log.toByteArray());
            Files.writeString(folder.resolve("status"), status + "\n");
            System.out.println("made");
        }
    }
}
