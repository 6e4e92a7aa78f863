//! Beans of classes that are a library's: nobody can annotate those, so a `@Bean` method or a starter has to make them.

use super::exceptions::startup::BEAN;
use crate::Category;
use crate::model::failure::Failure;

/// Classes, by their names without the package, and what makes a bean of them.
const KNOWN: &[(&[&str], &str)] = &[
    (
        &["RestTemplate"],
        "Return it from a `@Bean` method of a `@Configuration` class: `@Bean RestTemplate restTemplate(RestTemplateBuilder builder) {{ return builder.build(); }}`. Spring Boot makes only the `RestTemplateBuilder`, which can be injected instead.",
    ),
    (
        &["WebClient"],
        "Return it from a `@Bean` method of a `@Configuration` class: `@Bean WebClient webClient(WebClient.Builder builder) {{ return builder.build(); }}`. Spring Boot makes only the `WebClient.Builder` (with `spring-boot-starter-webflux`), which can be injected instead.",
    ),
    (
        &["RestClient"],
        "Return it from a `@Bean` method of a `@Configuration` class: `@Bean RestClient restClient(RestClient.Builder builder) {{ return builder.build(); }}`. Spring Boot makes only the `RestClient.Builder`, which can be injected instead.",
    ),
    (
        &["WebClient.Builder", "WebClient$Builder"],
        "Add the dependency `spring-boot-starter-webflux`: with it Spring Boot makes the `WebClient.Builder`.",
    ),
    (
        &["PasswordEncoder", "BCryptPasswordEncoder"],
        "Return it from a `@Bean` method of a `@Configuration` class: `@Bean PasswordEncoder passwordEncoder() {{ return new BCryptPasswordEncoder(); }}`.",
    ),
    (
        &["AuthenticationManager"],
        "Return it from a `@Bean` method of a `@Configuration` class: `@Bean AuthenticationManager authenticationManager(AuthenticationConfiguration configuration) throws Exception {{ return configuration.getAuthenticationManager(); }}`.",
    ),
    (
        &["ModelMapper"],
        "Return it from a `@Bean` method of a `@Configuration` class: `@Bean ModelMapper modelMapper() {{ return new ModelMapper(); }}`.",
    ),
    (
        &["ObjectMapper"],
        "Add `spring-boot-starter-json` (a part of `spring-boot-starter-web`), with which Spring Boot makes one. Spring Boot 4 makes Jackson 3's `tools.jackson.databind.json.JsonMapper`: inject that, or return an `ObjectMapper` from a `@Bean` method of your own.",
    ),
    (
        &["JavaMailSender"],
        "Add the dependency `spring-boot-starter-mail` and set `spring.mail.host` (with user and password) for the active profile: Spring Boot makes the `JavaMailSender` only where the host is set.",
    ),
    (
        &[
            "DataSource",
            "JdbcTemplate",
            "NamedParameterJdbcTemplate",
            "EntityManagerFactory",
            "EntityManager",
            "entityManagerFactory",
        ],
        "Add `spring-boot-starter-data-jpa` or `spring-boot-starter-jdbc` and the database's driver, set `spring.datasource.url` for the active profile, and see that `DataSourceAutoConfiguration` is not excluded.",
    ),
    (
        &["KafkaTemplate", "ProducerFactory", "ConsumerFactory"],
        "Add the dependency `spring-kafka` (Spring Boot 4: `spring-boot-starter-kafka`) and set `spring.kafka.bootstrap-servers` for the active profile; a template of other key and value types than those of the auto-configuration is returned from a `@Bean` method.",
    ),
    (
        &["RedisTemplate", "StringRedisTemplate", "RedisConnectionFactory"],
        "Add the dependency `spring-boot-starter-data-redis` and set `spring.data.redis.host` (before Boot 3 `spring.redis.host`); Boot makes a `RedisTemplate<Object, Object>` and a `StringRedisTemplate`, one of other types is returned from a `@Bean` method.",
    ),
    (
        &["MongoTemplate", "MongoClient"],
        "Add the dependency `spring-boot-starter-data-mongodb` and set the server's address for the active profile, and see that its auto-configuration is not excluded.",
    ),
    (
        &["RabbitTemplate", "AmqpTemplate"],
        "Add the dependency `spring-boot-starter-amqp` (for JMS the starter of the broker) and set its host for the active profile.",
    ),
    (
        &["Clock"],
        "Return it from a `@Bean` method of a `@Configuration` class: `@Bean Clock clock() {{ return Clock.systemDefaultZone(); }}`.",
    ),
    (
        &["String", "Integer", "Long", "Boolean", "int", "long", "boolean", "Duration"],
        "A plain value is no bean: mark the parameter with `@Value(\"${{…}}\")` and set that property, bind it with `@ConfigurationProperties`, or remove the annotation that makes a bean of a class which the code creates itself.",
    ),
];

/// Beginnings of the names of classes that are no project's own.
const LIBRARIES: &[&str] = &[
    "java.",
    "javax.",
    "jakarta.",
    "kotlin.",
    "org.springframework.",
    "org.hibernate.",
    "org.apache.",
    "org.modelmapper.",
    "com.fasterxml.",
    "tools.jackson.",
    "com.google.",
    "com.mongodb.",
    "com.amazonaws.",
    "software.amazon.",
    "com.azure.",
    "com.zaxxer.",
    "io.micrometer.",
    "io.jsonwebtoken.",
    "redis.clients.",
    "okhttp3.",
    "retrofit2.",
];

/// For a library's class without a row of its own.
const MADE: &str = "`{symbol}` is a library's class, which cannot be annotated: return it from a `@Bean` method of a `@Configuration` class that is scanned (below the application's class). If an auto-configuration of Spring Boot makes it, add its starter and set the properties on which it depends; `--debug` prints which conditions are not met.";

/// Says of a missing bean of a library's class what makes one.
pub fn tell(failure: &mut Failure) {
    let missing = failure.wording.as_ref().is_some_and(|wording| wording.fixes.first().is_some_and(|fix| fix == BEAN));
    if failure.category != Category::SpringStartup || !missing {
        return;
    }
    let Some(symbol) = failure.symbol.as_deref() else { return };
    if !LIBRARIES.iter().any(|start| symbol.starts_with(start)) && symbol.contains('.') {
        return;
    }
    let is_of = |name: &&str| symbol.strip_suffix(*name).is_some_and(|rest| rest.is_empty() || rest.ends_with('.'));
    let known = KNOWN.iter().find(|(names, _)| names.iter().any(is_of));
    let step = match known {
        Some((_, step)) => step,
        None if symbol.contains('.') => MADE,
        None => return,
    };
    if let Some(wording) = &mut failure.wording {
        step.clone_into(&mut wording.fixes[0]);
    }
}

#[cfg(test)]
mod tests {
    use crate::explain::analyze;
    use crate::parse::parse;

    #[test]
    fn nobody_is_to_annotate_a_library_s_class() {
        let step = |class: &str| {
            let text = format!(
                "***************************\nAPPLICATION FAILED TO START\n***************************\n\nDescription:\n\nParameter 0 of constructor in com.example.Basket required a bean of type '{class}' that could not be found.\n\n\nAction:\n\nConsider defining a bean.\n"
            );
            analyze(parse(&text), None).fix_guidelines.join(" / ")
        };
        for (class, word) in [
            ("org.springframework.web.client.RestTemplate", "RestTemplateBuilder builder) { return builder.build(); }"),
            ("org.springframework.mail.javamail.JavaMailSender", "spring.mail.host"),
            ("java.lang.String", "@Value(\"${…}\")"),
            ("org.springframework.vault.core.VaultTemplate", "is a library's class"),
        ] {
            let said = step(class);
            assert!(said.contains(word) && !said.contains("annotate its class"), "{class}: {said}");
        }
        assert!(step("com.example.RestTemplate").contains("annotate its class"));
    }
}
