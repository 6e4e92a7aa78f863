//! The agent's machine in conversations without a model: scripted ones with the steps that each must take, and thousands
//! of random ones that all must end.

mod cases;
mod random;
mod restart;
mod talk;
