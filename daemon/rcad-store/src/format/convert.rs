//! Converts between the types on disk and the program's, both ways. A field or variant that is added on one side does not
//! compile here until it is mapped.

use std::collections::{BTreeMap, BTreeSet};

use rcad_core::agent::lesson::{Lesson, Refuted};
use rcad_core::agent::machine::{self, Job};
use rcad_core::agent::model::Ability;
use rcad_core::agent::redact::Redaction;
use rcad_core::model::analysis::{
    AgentAnswerStatus, AnswerText, Engine, PastFailure, Similar, ValidatedAnswer, Verdict,
};
use rcad_core::model::answer::{
    AgentStep, Answer, Cite, Claim, DroppedClaim, Ending, Factors, Fix, StepKind, Style, Teaching,
};
use rcad_core::model::change::{
    Baseline, BaselineKind, Change, ChangeKind, ChangeSubject, CommitSummary, Patch, ProjectPlace, SameFiles, Suspect,
};
use rcad_core::model::declared::{Declared, DeclaredChange, DeclaredKind};
use rcad_core::model::device::AppRun;
use rcad_core::model::environment::Environment;
use rcad_core::model::failure::{Evidence, ExplainedBy, Framework, Language, Role};
use rcad_core::model::memory::{Agreement, CodeChange, ObservedFix, ResolutionSummary, VersionComparison};
use rcad_core::model::report::{Origin, Outcome};
use rcad_core::{Analysis, Category, Failure, Report};

use super::OnDisk;
use super::agent::{AbilityV1, JobV2, LessonV1, MachineState, RedactionV1, RefutedV1, SentRequestV1};
use super::analysis::{
    AgreementV1, AnalysisV1, ChangeV1, ComparedV1, EngineV1, EvidenceV1, ExplainedByV1, FailureV1, FoundRightV1,
    FrameworkV1, LanguageV1, MemoryV1, RoleV1, SimilarV1, StandingV1, VerdictV1, WentAwayV1, WordsV1,
};
use super::answer::{
    AnswerV1, CiteV1, ClaimV1, DroppedV1, EndingV1, FactorsV1, FixV1, StepKindV1, StepV1, StyleV1, TeachingV1,
};
use super::change::{
    BaselineKindV1, BaselineV1, ChangeSubjectV1, CommitV1, ObservedFixV1, PatchV1, PlaceV1, ProjectChangeKindV1,
    ProjectChangeV1, SameFilesV1, SuspectV1,
};
use super::declared::{DeclaredChangeV1, DeclaredKindV1, DeclaredV1, ProjectDeclarationsV1};
use super::export::NamedV1;
use super::rca::{FeedbackV1, FixSearchV1, OriginsV1, RcaV2, ResolutionV1};
use super::report::{AppRunV1, BuildV2, EnvironmentV1, OriginV1, OutcomeV1, OwnAppV1, ReportV1};
use crate::records::{
    Build, FixSearch, NamedBuild, Origins, OwnApp, ProjectDeclarations, Rca, Resolution, SentRequest, StoredJob,
    VoteRecord,
};

/// Types that are stored as they are.
macro_rules! itself {
    ($($kind:ty)*) => { $(
        impl OnDisk for $kind {
            type Form = $kind;
            fn to_disk(&self) -> $kind {
                self.clone()
            }
            fn from_disk(form: $kind) -> $kind {
                form
            }
        }
    )* };
}

/// Types whose fields have the same names on disk. After `-` come fields that are not stored, with their value when read.
macro_rules! fields {
    ($($kind:ident = $form:ident { $($field:ident)* } $(- { $($other:ident: $value:expr),* })?)*) => { $(
        impl OnDisk for $kind {
            type Form = $form;
            fn to_disk(&self) -> $form {
                let $kind { $($field,)* $($($other: _,)*)? } = self;
                $form { $($field: $field.to_disk(),)* }
            }
            fn from_disk(form: $form) -> $kind {
                let $form { $($field,)* } = form;
                $kind { $($field: OnDisk::from_disk($field),)* $($($other: $value,)*)? }
            }
        }
    )* };
}

/// Enums of unit variants with the same names on disk.
macro_rules! variants {
    ($($kind:ident = $form:ident { $($variant:ident)* })*) => { $(
        impl OnDisk for $kind {
            type Form = $form;
            fn to_disk(&self) -> $form {
                match self { $($kind::$variant => $form::$variant,)* }
            }
            fn from_disk(form: $form) -> $kind {
                match form { $($form::$variant => $kind::$variant,)* }
            }
        }
    )* };
}

itself! { bool u32 u64 f64 String BTreeMap<String, String> BTreeMap<String, u32> BTreeSet<String> }

fields! {
    Report = ReportV1 { id origin outcome text project tasks environment started_ms ended_ms app raw }
    AppRun = AppRunV1 { package process device model api version installed_ms mapping unmapped }
    OwnApp = OwnAppV1 { project built_ms }
    Environment = EnvironmentV1 { gradle java os agp kotlin compose dependency }
    Build = BuildV2 { v outcome started_ms ended_ms project tasks environment rca app changes }
    ProjectDeclarations = ProjectDeclarationsV1 { at_ms all }
    Declared = DeclaredV1 { kind module name value }
    DeclaredChange = DeclaredChangeV1 { kind module name before after }
    Rca = RcaV2 {
        v id project project_name occurrences first_seen_ms last_seen_ms last_report announced_ms environment analysis
        user_validated quality reports feedback own_confidence updated_ms origins merged split_from resolutions agent validated_answer
    }
    VoteRecord = FeedbackV1 { up note at_ms answer multiplier bound before after }
    Resolution = ResolutionV1 { failed_ms green_ms versions change fix search }
    FixSearch = FixSearchV1 { green begun }
    Analysis = AnalysisV1 {
        schema id source outcome fingerprint errors root_cause fix_guidelines confidence engine model iterations tools_used
        rules memory similar baseline suspects changes act_at patch agent agent_status validated_answer
    }
    Baseline = BaselineV1 { kind at age_seconds branch arrived versions unchanged same_files }
    SameFiles = SameFilesV1 { passed failed same_failure }
    Change = ProjectChangeV1 { kind subject name owner before after file line end_line commit uncommitted }
    CommitSummary = CommitV1 { hash author date subject }
    Suspect = SuspectV1 { change why certain }
    ProjectPlace = PlaceV1 { file line }
    Patch = PatchV1 { diff also }
    Failure = FailureV1 {
        category role language framework message file line column symbol task process exception details evidence source
        explained_by
    } - { wording: None, rule: None }
    ExplainedBy = ExplainedByV1 { failure again }
    Evidence = EvidenceV1 { line text }
    Similar = SimilarV1 { id score why category cause project words meaning }
    PastFailure = MemoryV1 { id engine first_seen last_seen occurrences project why environment environment_diff resolution }
    ResolutionSummary = WentAwayV1 { at after_seconds versions change project fix }
    ObservedFix = ObservedFixV1 { tied files changes diff }
    VersionComparison = ComparedV1 { what before now agreement }
    CodeChange = ChangeV1 { file line before after gone }
    AnswerText = WordsV1 { root_cause fix_guidelines confidence }
    ValidatedAnswer = FoundRightV1 { words engine environment differs }
    AgentAnswerStatus = StandingV1 { headline differs right }
    Answer = AnswerV1 {
        ending model elsewhere prompt_version style environment cause fixes teaching dropped warnings confidence factors
        iterations tools_used prompt_tokens longest_prompt_tokens answer_tokens took_ms made_ms steps
    }
    Claim = ClaimV1 { text cites }
    Cite = CiteV1 { file line quote }
    Fix = FixV1 { text file unverified }
    Teaching = TeachingV1 { concept mistake find_it exercise }
    DroppedClaim = DroppedV1 { text why }
    Factors = FactorsV1 { model verified known simple contained }
    AgentStep = StepV1 { kind iteration text progress at_ms }
    Redaction = RedactionV1 { secrets foreign home }
    SentRequest = SentRequestV1 { at_ms server body }
    Lesson = LessonV1 { model category mistake refuted times last_ms }
    Ability = AbilityV1 {
        context_length tokens_per_second prompt_tokens_per_second keeps_schema calls_tools thinks characters_per_token
        probed_ms probe
    }
    NamedBuild = NamedV1 { id build }
    Origins = OriginsV1 { model tool_calls_made iterations code_context stack_trace validation_feedback }
}

variants! {
    Origin = OriginV1 { Hook GradleLog Run File Device }
    Outcome = OutcomeV1 { Ok Failed Cancelled Unknown }
    DeclaredKind = DeclaredKindV1 {
        Minify ShrinkResources ShrinkerRules Dependency Plugin Level Tool Property Permission Component Attribute
    }
    BaselineKind = BaselineKindV1 { GreenBuild OtherGreenBuild GitHead }
    ChangeKind = ProjectChangeKindV1 { Added Removed Renamed Moved Hidden Signature Value Edited }
    ChangeSubject = ChangeSubjectV1 { Class Function Constructor Property Typealias Package Import Resource Manifest Dependency Plugin CatalogueEntry Setting Module Statement Tool File Lines }
    Verdict = VerdictV1 { Failure None }
    Engine = EngineV1 { Rules Memory Agent }
    Role = RoleV1 { Root Consequence Independent }
    Language = LanguageV1 { Kotlin Java Gradle Xml Native Unknown }
    Framework = FrameworkV1 { Android Compose None }
    Agreement = AgreementV1 { Same Differs Unknown }
    Style = StyleV1 { Brief Teach }
    StepKind = StepKindV1 { Started Iteration Thought Action Observation ToolError Synthesis Complete Error }
    Refuted = RefutedV1 { ByEvidence ByPerson }
}

impl<T: OnDisk> OnDisk for Option<T> {
    type Form = Option<T::Form>;

    fn to_disk(&self) -> Self::Form {
        self.as_ref().map(T::to_disk)
    }

    fn from_disk(form: Self::Form) -> Self {
        form.map(T::from_disk)
    }
}

impl<T: OnDisk> OnDisk for Vec<T> {
    type Form = Vec<T::Form>;

    fn to_disk(&self) -> Self::Form {
        self.iter().map(T::to_disk).collect()
    }

    fn from_disk(form: Self::Form) -> Self {
        form.into_iter().map(T::from_disk).collect()
    }
}

impl<T: OnDisk> OnDisk for Box<T> {
    type Form = Box<T::Form>;

    fn to_disk(&self) -> Self::Form {
        Box::new(T::to_disk(self))
    }

    fn from_disk(form: Self::Form) -> Self {
        Box::new(T::from_disk(*form))
    }
}

/// By its id, which is public and never changes.
impl OnDisk for Category {
    type Form = String;

    fn to_disk(&self) -> String {
        self.id().to_owned()
    }

    fn from_disk(form: String) -> Category {
        Category::from_id(&form).unwrap_or(Category::Other)
    }
}

impl OnDisk for Ending {
    type Form = EndingV1;

    fn to_disk(&self) -> EndingV1 {
        match self {
            Ending::Answered => EndingV1::Answered,
            Ending::Unsure { why } => EndingV1::Unsure { why: why.clone() },
            Ending::GaveUp { why } => EndingV1::GaveUp { why: why.clone() },
            Ending::Cancelled => EndingV1::Cancelled,
        }
    }

    fn from_disk(form: EndingV1) -> Ending {
        match form {
            EndingV1::Answered => Ending::Answered,
            EndingV1::Unsure { why } => Ending::Unsure { why },
            EndingV1::GaveUp { why } => Ending::GaveUp { why },
            EndingV1::Cancelled => Ending::Cancelled,
        }
    }
}

impl OnDisk for StoredJob {
    type Form = JobV2;

    fn to_disk(&self) -> JobV2 {
        let StoredJob { rca, fingerprint, queued_ms, model, asked, style, job, server, redaction } = self;
        let state = job.as_ref().and_then(|job| serde_json::to_value(job).ok());
        JobV2 {
            v: 2,
            rca: rca.clone(),
            fingerprint: fingerprint.clone(),
            queued_ms: *queued_ms,
            model: model.clone(),
            asked: *asked,
            style: style.to_disk(),
            machine: state.map(|state| MachineState { v: machine::STATE_VERSION, state }),
            job: None,
            server: server.clone(),
            redaction: redaction.to_disk(),
        }
    }

    fn from_disk(form: JobV2) -> StoredJob {
        let JobV2 { v: _, rca, fingerprint, queued_ms, model, asked, style, machine, job, server, redaction } = form;
        let machine = machine.or(job.map(|state| MachineState { v: 1, state }));
        let job: Option<Job> = machine
            .filter(|machine| machine.v == machine::STATE_VERSION)
            .and_then(|machine| serde_json::from_value(machine.state).ok());
        StoredJob {
            rca,
            fingerprint,
            queued_ms,
            model,
            asked,
            style: OnDisk::from_disk(style),
            // A server was chosen for what it had begun.
            server: server.filter(|_| job.is_some()),
            job,
            redaction: OnDisk::from_disk(redaction),
        }
    }
}
