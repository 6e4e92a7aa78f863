# Server applications whose context does not start: Spring Boot, Micronaut, Quarkus. One application, one fault each.
spring=3.3.5
micronaut=4.6.5
quarkus=3.15.1
jars spring-boot-$spring org.slf4j:slf4j-api:2.0.16 org.springframework.boot:spring-boot-starter-web:$spring \
    org.springframework.boot:spring-boot-starter-jdbc:$spring
jars micronaut-$micronaut io.micronaut:micronaut-http-server-netty:$micronaut io.micronaut:micronaut-inject-java:$micronaut \
    io.micronaut:micronaut-jackson-databind:$micronaut org.slf4j:slf4j-simple:2.0.16 org.yaml:snakeyaml:2.3

same() {
    sed -E -e 's/^[0-9]{4}-[0-9-]+T[0-9:.]+(Z|[+-][0-9:]+)/2026-06-02T10:14:07.311Z/' -e 's/ [0-9]+ --- \[/ 4242 --- [/' \
        -e 's/^[0-9]{4}-[0-9-]+ [0-9:,]+/2026-06-02 10:14:07,311/' -e 's/with PID [0-9]+/with PID 4242/' -e 's/started by [a-z]+ in/started by dev in/'
}

# served COMMAND… : what it prints, with times and process ids made equal
served() {
    "$@" 2>&1 | same
}

# parts : the classes of com.example.shop, from standard input, each begun by a line `// Name`
parts() {
    mkdir -p src/com/example/shop
    awk -v head="$1" '/^\/\/ [A-Z]/ {
        file = "src/com/example/shop/" $2 ".java"
        printf "package com.example.shop;\n\n%s\n", head > file
        next
    }
    { print > file }' </dev/stdin
}

# spring CASE [OPTION…] : runs the Spring Boot application whose classes are on standard input
spring() {
    local name=$1
    shift
    fresh
    parts 'import org.springframework.beans.factory.annotation.*;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.autoconfigure.SpringBootApplication;
import org.springframework.boot.autoconfigure.jdbc.DataSourceAutoConfiguration;
import org.springframework.boot.context.properties.*;
import org.springframework.context.annotation.*;
import org.springframework.stereotype.*;
'
    if [ ! -f src/com/example/shop/Shop.java ]; then
        parts 'import org.springframework.boot.SpringApplication;
import org.springframework.boot.autoconfigure.SpringBootApplication;
import org.springframework.boot.autoconfigure.jdbc.DataSourceAutoConfiguration;
' <<'J'
// Shop
@SpringBootApplication(exclude = DataSourceAutoConfiguration.class)
public class Shop {
    public static void main(String[] a) {
        SpringApplication.run(Shop.class, a).close();
    }
}
J
    fi
    javac -nowarn -g -parameters -cp "$tools/spring-boot-$spring/*" -d out src/com/example/shop/*.java
    log startup "spring-$name" served java "$@" -Dserver.port=18080 -cp "out:$tools/spring-boot-$spring/*" com.example.shop.Shop
}

spring fine <<'J'
// Prices
@Component
public class Prices {
}
J
spring missing-bean <<'J'
// Prices
public interface Prices {
}
// Basket
@Service
public class Basket {
    public Basket(Prices prices) {
    }
}
J
spring two-beans <<'J'
// Prices
public interface Prices {
}
// PaperPrices
@Component
class PaperPrices implements Prices {
}
// WebPrices
@Component
class WebPrices implements Prices {
}
// Basket
@Service
public class Basket {
    @Autowired
    Prices prices;
}
J
spring cycle <<'J'
// Prices
@Component
public class Prices {
    Prices(Basket basket) {
    }
}
// Basket
@Service
public class Basket {
    Basket(Prices prices) {
    }
}
J
spring placeholder <<'J'
// Prices
@Component
public class Prices {
    @Value("${shop.prices.url}")
    String url;
}
J
spring bind-property -Dshop.shelves=many <<'J'
// Shelves
@Component
@ConfigurationProperties("shop")
public class Shelves {
    private int shelves;

    public void setShelves(int shelves) {
        this.shelves = shelves;
    }
}
J
spring own-code <<'J'
// Prices
@Component
public class Prices {
    private String list;

    @jakarta.annotation.PostConstruct
    void load() {
        System.out.println(list.length());
    }
}
J
spring port-in-use <<'J'
// Shop
@SpringBootApplication(exclude = DataSourceAutoConfiguration.class)
public class Shop {
    public static void main(String[] a) throws Exception {
        try (var other = new java.net.ServerSocket(18080)) {
            SpringApplication.run(Shop.class, a);
        }
    }
}
J
spring no-data-source <<'J'
// Shop
@SpringBootApplication
public class Shop {
    public static void main(String[] a) {
        SpringApplication.run(Shop.class, a);
    }
}
J
spring server-away <<'J'
// Prices
@Component
public class Prices {
    Prices() throws java.io.IOException {
        new java.net.Socket("localhost", 18099).close();
    }
}
J

# micronaut CASE : runs the Micronaut application whose classes are on standard input
micronaut() {
    local name=$1
    shift
    fresh
    parts 'import io.micronaut.context.annotation.*;
import io.micronaut.runtime.Micronaut;
import jakarta.inject.Singleton;
'
    if [ ! -f src/com/example/shop/Shop.java ]; then
        parts 'import io.micronaut.runtime.Micronaut;
' <<'J'
// Shop
public class Shop {
    public static void main(String[] a) {
        Micronaut.run(Shop.class, a).close();
    }
}
J
    fi
    javac -nowarn -g -parameters -cp "$tools/micronaut-$micronaut/*" -d out src/com/example/shop/*.java
    log startup "micronaut-$name" java -Dmicronaut.server.port=18081 -cp "out:$tools/micronaut-$micronaut/*" com.example.shop.Shop
}

micronaut missing-bean <<'J'
// Prices
public interface Prices {
}
// Basket
@Context
public class Basket {
    Basket(Prices prices) {
    }
}
J
micronaut property <<'J'
// Prices
@Context
public class Prices {
    Prices(@Value("${shop.prices.url}") String url) {
    }
}
J
micronaut port-in-use <<'J'
// Shop
public class Shop {
    public static void main(String[] a) throws Exception {
        try (var other = new java.net.ServerSocket(18081)) {
            Micronaut.run(Shop.class, a);
        }
    }
}
J

# quarkus CASE [OPTION…] : builds the Quarkus application whose classes are on standard input, and runs it
quarkus() {
    local name=$1
    shift
    fresh
    parts 'import io.quarkus.runtime.StartupEvent;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.enterprise.event.Observes;
import org.eclipse.microprofile.config.inject.ConfigProperty;
'
    mkdir -p src/main
    mv src/com src/main/java-com
    mkdir -p src/main/java
    mv src/main/java-com src/main/java/com
    cat >pom.xml <<X
<project xmlns="http://maven.apache.org/POM/4.0.0"><modelVersion>4.0.0</modelVersion>
<groupId>com.example</groupId><artifactId>shop</artifactId><version>1</version>
<properties><maven.compiler.source>17</maven.compiler.source><maven.compiler.target>17</maven.compiler.target>
<project.build.sourceEncoding>UTF-8</project.build.sourceEncoding></properties>
<dependencyManagement><dependencies><dependency><groupId>io.quarkus.platform</groupId><artifactId>quarkus-bom</artifactId>
<version>$quarkus</version><type>pom</type><scope>import</scope></dependency></dependencies></dependencyManagement>
<dependencies><dependency><groupId>io.quarkus</groupId><artifactId>quarkus-rest</artifactId></dependency></dependencies>
<build><plugins><plugin><groupId>io.quarkus.platform</groupId><artifactId>quarkus-maven-plugin</artifactId>
<version>$quarkus</version><extensions>true</extensions><executions><execution><goals><goal>build</goal>
<goal>generate-code</goal></goals></execution></executions></plugin></plugins></build></project>
X
    mvn -q -B -DskipTests package
    log startup "quarkus-$name" served java "$@" -Dquarkus.http.port=18082 -jar target/quarkus-app/quarkus-run.jar
}

quarkus own-code <<'J'
// Prices
@ApplicationScoped
public class Prices {
    void load(@Observes StartupEvent event) {
        throw new IllegalStateException("no price list");
    }
}
J
quarkus property <<'J'
// Prices
@ApplicationScoped
public class Prices {
    @ConfigProperty(name = "shop.prices.url")
    String url;

    void load(@Observes StartupEvent event) {
        System.out.println(url);
    }
}
J
# Two of the same: the second does not get the port.
mkdir -p "$app/other"
cat >"$app/other/Other.java" <<'J'
public class Other {
    public static void main(String[] a) throws Exception {
        try (var other = new java.net.ServerSocket(18082)) {
            Thread.sleep(20_000);
        }
    }
}
J
java "$app/other/Other.java" &
other=$!
sleep 3
quarkus port-in-use <<'J'
// Prices
@ApplicationScoped
public class Prices {
}
J
kill "$other" 2>/dev/null || true
wait "$other" 2>/dev/null || true
