//! Two tasks of which one reads what the other writes: whose they are.

use super::words::put;
use crate::facts::builds::output_maker;
use crate::model::failure::Failure;

fn name(task: &str) -> &str {
    task.rsplit(':').next().unwrap_or(task)
}

/// `signJvmPublication` beside `publishJsPublicationToMavenLocal`: the publications are different ones.
fn is_signed_for_another(producer: &str, consumer: &str) -> bool {
    let signed = producer.strip_prefix("sign").and_then(|rest| rest.strip_suffix("Publication"));
    let published =
        consumer.strip_prefix("publish").and_then(|rest| rest.split_once("PublicationTo")).map(|(of, _)| of);
    signed.is_some() && signed != published
}

/// Beginnings of tasks that the Android plugin makes for each variant.
const OF_ANDROID: &[&str] = &[
    "bundle", "compile", "extract", "generate", "kapt", "ksp", "lint", "map", "merge", "package", "parse", "prepare",
    "process", "verify",
];

/// Whether a variant's task of the Android plugin reads what another task of its module writes, which is no variant's.
fn of_one_android_module(failure: &Failure) -> bool {
    let get = |detail: &str| failure.details.get(detail).and_then(|task| task.rsplit_once(':'));
    let (Some((module, consumer)), Some((other, producer))) = (get("consumer"), get("producer")) else { return false };
    let of_variant = |task: &str| task.contains("Debug") || task.contains("Release");
    module == other
        && of_variant(consumer)
        && !of_variant(producer)
        && OF_ANDROID.iter().any(|start| consumer.starts_with(start))
}

/// Words the failure by the kind of the two tasks.
pub fn read(failure: &mut Failure) {
    let get = |detail: &str| failure.details.get(detail).map(|task| name(task).to_owned());
    let (Some(consumer), Some(producer)) = (get("consumer"), get("producer")) else { return };
    put(failure, "consumer_name", consumer.clone());
    if is_signed_for_another(&producer, &consumer) {
        return failure.say("`{consumer}` reads what `{producer}` writes, without depending on it (no declared dependency between the tasks): all publications share one file, probably the javadoc jar, and the signature that one of them writes is read by the others.",
            &[
                "Let all publishing wait for all signing: `tasks.withType<AbstractPublishToMaven>().configureEach {{ mustRunAfter(tasks.withType<Sign>()) }}`.",
                "Or give each publication a javadoc jar of its own.",
            ],
        );
    }
    const WIRE: &str = "Until then connect them in the build file: `tasks.matching {{ it.name == \"{consumer_name}\" }}.configureEach {{ dependsOn(\"{producer}\") }}`.";
    if output_maker(&producer).is_none() && of_one_android_module(failure) {
        put(failure, "producer_name", producer);
        return failure.say("`{consumer}`, a task of the Android plugin, reads what `{producer}` writes, without depending on it (no declared dependency between the tasks): `{producer}` writes into a directory that the plugin takes for sources, resources or assets, and its tasks are not told so. Gradle 8 makes an error of what was a warning before.",
            &[
                "If `{producer}` needs nothing that the Android build makes, let it run before all of it: `tasks.named(\"preBuild\") {{ dependsOn(\"{producer_name}\") }}` in the module's build file; a dependency of `{consumer_name}` alone moves the error to the next task that reads the directory.",
                "Better give the directory to the plugin with its task: `androidComponents {{ onVariants {{ it.sources.assets?.addGeneratedSourceDirectory(task, …) }} }}` (`java`, `res` alike). If a plugin brings `{producer_name}`, upgrade it.",
            ],
        );
    }
    let Some(maker) = output_maker(&producer) else {
        return failure.say("`{consumer}` reads what `{producer}` writes, without depending on it (no declared dependency between the tasks).",
            &[
                "Connect them: `tasks.matching {{ it.name == \"{consumer_name}\" }}.configureEach {{ dependsOn(\"{producer}\") }}` in the build file of the module, or better use the output of `{producer}` as an input (then Gradle sees the dependency itself).",
                "If both tasks are plugins', update them: the missing dependency is theirs to declare.",
            ],
        );
    };
    put(failure, "maker", maker);
    failure.say("`{consumer}` reads what `{producer}` writes, without depending on it (no declared dependency between the tasks). `{producer}` is a task of {maker}; Gradle 8 makes an error of what was a warning before.",
        &[
            "Raise {maker} to a release for this Gradle and Android Gradle plugin; newer ones declare the dependency.",
            WIRE,
        ],
    );
}
