/* SPDX-License-Identifier: CC0-1.0 */
package shootout.provider;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.security.Provider;
import java.security.Security;
import java.util.ServiceLoader;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.bouncycastle.jce.provider.BouncyCastleProvider;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What is registered, under which names, and how it is found. */
class ShootoutProviderTest {
    private final Provider provider = new ShootoutProvider();

    @AfterEach
    void forget() {
        Security.removeProvider("Shootout");
        Security.removeProvider("BC");
    }

    @Test
    void fiveFunctionsOfFourSizes() {
        Set<String> expected = new TreeSet<>();
        for (int bits : Subject.SIZES) {
            for (String family : new String[] {"BLAKE", "Groestl", "JH", "Keccak", "Skein-512"}) {
                expected.add(family + "-" + bits);
            }
        }
        Set<String> found = provider.getServices().stream()
                .map(Provider.Service::getAlgorithm).collect(Collectors.toCollection(TreeSet::new));
        assertEquals(expected, found);
        for (Provider.Service service : provider.getServices()) {
            assertEquals("MessageDigest", service.getType());
        }
    }

    @ParameterizedTest
    @CsvSource({
        "BLAKE-224, blake224", "BLAKE-256, BLAKE256", "BLAKE-384, blake-384", "BLAKE-512, Blake512",
        "Groestl-224, groestl224", "Groestl-256, Grøstl-256", "Groestl-384, GRØSTL-384",
        "Groestl-512, GROESTL512", "JH-224, round3jh224", "JH-256, JH256", "JH-384, jh-384",
        "JH-512, Round3JH512", "Keccak-224, keccakc448", "Keccak-256, Keccak[c=512]",
        "Keccak-384, KECCAK384", "Keccak-512, keccakc1024", "Skein-512-224, skein512224",
        "Skein-512-256, Skein-512/256", "Skein-512-384, SKEIN-512-384", "Skein-512-512, skein512512"
    })
    void aliasesMeanTheSame(String algorithm, String alias) throws Exception {
        MessageDigest named = MessageDigest.getInstance(algorithm, provider);
        assertEquals(algorithm, named.getAlgorithm());
        assertSame(named.getClass(), MessageDigest.getInstance(alias, provider).getClass());
        assertSame(provider, named.getProvider());
    }

    @Test
    void othersAreNotThere() {
        for (String name : new String[] {"SHA-256", "SHA3-256", "Keccak-288", "Skein-256", ""}) {
            assertThrows(
                    NoSuchAlgorithmException.class,
                    () -> MessageDigest.getInstance(name, provider),
                    name);
        }
    }

    @Test
    void isFoundAmongServices() {
        assertEquals(1, ServiceLoader.load(Provider.class).stream()
                .filter(p -> p.type() == ShootoutProvider.class).count());
    }

    @Test
    void isFoundByName() throws Exception {
        assertThrows(
                NoSuchAlgorithmException.class, () -> MessageDigest.getInstance("Groestl-256"));
        Security.addProvider(provider);
        assertSame(provider, Security.getProvider("Shootout"));
        assertSame(provider, MessageDigest.getInstance("Groestl-256").getProvider());
        assertSame(provider, MessageDigest.getInstance("Groestl-256", "Shootout").getProvider());
    }

    @Test
    void theFirstProviderIsAsked() throws Exception {
        Security.addProvider(new BouncyCastleProvider());
        Security.addProvider(provider);
        assertEquals("BC", MessageDigest.getInstance("Keccak-256").getProvider().getName());
        Security.removeProvider("Shootout");
        Security.insertProviderAt(provider, 1);
        assertSame(provider, MessageDigest.getInstance("Keccak-256").getProvider());
        assertEquals("SUN", MessageDigest.getInstance("SHA-256").getProvider().getName());
    }

    @Test
    void takesTheFormForTheMachine() throws Exception {
        String words = "java" + System.getProperty("sun.arch.data.model");
        assertEquals("crypto_hash.round3jh256." + words + ".Hash", classOf("JH-256"));
        boolean module = ModuleLayer.boot().findModule("jdk.incubator.vector").isPresent();
        if (!module) {
            assertEquals("crypto_hash.blake512.java.Hash", classOf("BLAKE-512"));
        } else if (Machine.hasVectors()) {
            assertEquals("crypto_hash.blake512.javavector.Hash", classOf("BLAKE-512"));
        }
    }

    private String classOf(String algorithm) throws NoSuchAlgorithmException {
        return MessageDigest.getInstance(algorithm, provider).getClass().getName();
    }
}
