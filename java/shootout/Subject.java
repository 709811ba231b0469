/* SPDX-License-Identifier: CC0-1.0 */
package shootout;

import java.lang.reflect.InvocationTargetException;
import java.security.MessageDigest;

/** The digest that is tried or timed: a class by its full name, or an algorithm of a provider. */
final class Subject {
    private Subject() {}

    /** A new instance; what its constructor throws comes as it is. */
    static MessageDigest named(String name) throws Exception {
        if (name.indexOf('.') < 0) {
            return MessageDigest.getInstance(name);
        }
        try {
            Class<?> found = Class.forName(name);
            return (MessageDigest) found.getDeclaredConstructor().newInstance();
        } catch (InvocationTargetException e) {
            if (e.getCause() instanceof Error) {
                throw (Error) e.getCause();
            }
            throw (Exception) e.getCause();
        }
    }
}
