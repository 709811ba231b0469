/* SPDX-License-Identifier: CC0-1.0 */
package shootout.provider;

import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.security.Provider;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** An algorithm in one of its forms: what most tests are run for. */
final class Subject {
    static final int[] SIZES = {224, 256, 384, 512};

    final String algorithm;
    private final Provider.Service service;

    private Subject(Provider.Service service) {
        this.algorithm = service.getAlgorithm();
        this.service = service;
    }

    /** All forms that run on this VM: those for other words do, as long as there are no vectors. */
    static List<Subject> all() {
        List<Provider> providers = new ArrayList<>();
        providers.add(new ShootoutProvider("java64", false));
        providers.add(new ShootoutProvider("java32", false));
        if (Machine.hasVectors()) {
            providers.add(new ShootoutProvider("java64", true));
        }
        Map<String, Subject> byClass = new TreeMap<>();
        for (Provider provider : providers) {
            for (Provider.Service service : provider.getServices()) {
                byClass.put(service.getClassName(), new Subject(service));
            }
        }
        return new ArrayList<>(byClass.values());
    }

    /** A new digest, by the way that callers take. */
    MessageDigest digest() {
        try {
            return MessageDigest.getInstance(algorithm, service.getProvider());
        } catch (NoSuchAlgorithmException e) {
            throw new AssertionError(e);
        }
    }

    /** SUPERCOP's name. */
    String primitive() {
        return service.getClassName().split("\\.")[1];
    }

    /** Length of the digest in bytes, from the name. */
    int bytes() {
        return Integer.parseInt(algorithm.substring(algorithm.lastIndexOf('-') + 1)) / 8;
    }

    @Override
    public String toString() {
        return algorithm + " " + service.getClassName().split("\\.")[2];
    }
}
