//! A null that code of others uses, in a function that the user's own code calls: what is null need be no variable of the
//! line that the user sees.

use super::super::super::own;
use super::super::super::trace::Frame;
use super::super::classes::linking;
use super::super::scene::Scene;
use crate::model::failure::Failure;

/// Classes of what is mostly handed over: that it was null says more than who noticed.
const HANDED: &[&str] = &["java.lang.", "java.util."];

const FIXES: &[&str] = &[
    "See at {name}:{line} what `{api}` is given and on which object it is called: a value that is null there, something that is not set up yet or is closed already, a call before `super.…` or outside of the callback that it is for.",
    "If all of that is right, look for `{thrower}` and this message among the issues of what has it, and update it.",
];

/// Says who found the null, where the function on top is not the user's; whether it is so.
pub fn decide(scene: &Scene<'_>, member: &str, failure: &mut Failure) -> bool {
    let Some(thrower) = thrower(scene) else { return false };
    let class = member.rsplit_once('.').map_or(member, |(class, _)| class);
    let handed = HANDED.iter().any(|start| class.starts_with(start));
    if handed || own::is_own(class, scene.package) || !failure.details.contains_key("api") {
        return false;
    }
    let library = linking::artifact(&thrower.class);
    let of = match library.contains(':') {
        true => format!(" of `{library}`"),
        false if thrower.class.starts_with("android.") => " of Android".to_owned(),
        false => String::new(),
    };
    failure.details.insert("thrower".to_owned(), own::name(thrower));
    let through = match failure.details.get("api") == failure.details.get("thrower") {
        true => "which `{at}` calls",
        false => "which `{at}` reaches by `{api}`",
    };
    let cause = format!(
        "`{{member}}` is used on a null object reference in `{{thrower}}`{of}, {through}. That function was given null, or found none in the state in which it was called."
    );
    failure.symbol = failure.details.get("api").cloned();
    failure.say(&cause, FIXES);
    true
}

/// The function on top of the deepest cause, where the user's own function that calls it stands below.
fn thrower<'t>(scene: &Scene<'t>) -> Option<&'t Frame> {
    let (section, at) = scene.own?;
    let top = scene.sections[section].frames.first().filter(|_| at > 0 && section + 1 == scene.sections.len())?;
    (!own::is_own_frame(top, scene.package)).then_some(top)
}

#[cfg(test)]
mod tests {
    fn told(used: &str, top: &str) -> String {
        let log = format!(
            "FATAL EXCEPTION: main\nProcess: net.oak.basket, PID: 7\njava.lang.NullPointerException: Attempt to invoke virtual method '{used}' on a null object reference\n{top}\tat net.oak.basket.Desk.show(Desk.kt:40)\n\tat android.os.Looper.loop(Looper.java:223)\n"
        );
        crate::explain::told(&log)
    }

    #[test]
    fn a_null_within_a_called_function_is_not_the_callers_variable() {
        let content = "\tat androidx.activity.compose.ComponentActivityKt.setContent(ComponentActivity.kt:55)\n\tat androidx.activity.compose.ComponentActivityKt.setContent$default(ComponentActivity.kt:50)\n";
        for (used, top, says) in [
            ("android.view.View android.view.ViewGroup.getChildAt(int)", content, "`ComponentActivityKt.setContent`"),
            (
                "int android.view.View.getImportantForAccessibility()",
                "\tat android.widget.TabHost.addTab(TabHost.java:300)\n",
                "`TabHost.addTab` of Android",
            ),
            (
                "okhttp3.Call okhttp3.OkHttpClient.newCall(okhttp3.Request)",
                "\tat com.squareup.picasso.Picasso.load(Picasso.java:3)\n",
                "`Picasso.load`",
            ),
        ] {
            let told = told(used, top);
            assert!(
                told.contains(says) && told.contains("Desk.kt:40") && !told.contains("findViewById"),
                "{used}: {told}"
            );
        }
        let own = told("void android.widget.TextView.setText(java.lang.CharSequence)", "");
        assert!(own.contains("findViewById"), "{own}");
    }
}
