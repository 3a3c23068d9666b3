// Does with the Rust module what play.c does with the header.
mod tree;

use std::io::BufRead;
use tree::{next, Position, MAX_GUESSES, START};

fn feedback_to_word(guess: &str, answer: &str) -> u32 {
    let mut spare: Vec<char> = answer.chars().zip(guess.chars()).filter(|(a, g)| a != g).map(|(a, _)| a).collect();
    guess.chars().zip(answer.chars()).fold(0, |code, (played, hidden)| {
        if played == hidden {
            return code * 3 + 2;
        }
        match spare.iter().position(|&letter| letter == played) {
            Some(place) => {
                spare.remove(place);
                code * 3 + 1
            }
            None => code * 3,
        }
    })
}

fn feedback_to_code(guess: &str, answer: &str) -> u32 {
    let blacks = guess.bytes().zip(answer.bytes()).filter(|(played, hidden)| played == hidden).count();
    let count = |text: &str, symbol: u8| text.bytes().filter(|&other| other == symbol).count();
    let pegs: usize = (0..=127).map(|symbol| count(guess, symbol).min(count(answer, symbol))).sum();
    (blacks * (guess.len() + 1) + pegs - blacks) as u32
}

fn ask(line: &str) -> String {
    // A number below 0 cannot be written in Rust: the largest stands for it.
    let feedbacks: Vec<u32> = line.split_whitespace().map(|text| text.parse().unwrap_or(u32::MAX)).collect();
    let position = feedbacks.iter().fold(START, |position, &feedback| position.step(feedback));
    assert_eq!(next(&feedbacks), position.guess());
    match position {
        Position::At(_) => position.guess().unwrap(),
        Position::Solved => "solved",
        Position::NotInTree => "not in tree",
        Position::BadInput => "bad input",
    }
    .to_string()
}

fn main() {
    let mode = std::env::args().nth(1).unwrap();
    let lines = std::io::stdin().lock().lines().map(Result::unwrap);
    if mode == "ask" {
        lines.for_each(|line| println!("{}", ask(&line)));
        return;
    }
    let feedback = if mode == "wordle" { feedback_to_word } else { feedback_to_code };
    let (mut histogram, mut n_unsolved) = ([0; MAX_GUESSES], 0);
    for answer in lines {
        let (mut position, mut n_guesses) = (START, 0);
        while let Position::At(_) = position {
            position = position.step(feedback(position.guess().unwrap(), &answer));
            n_guesses += 1;
        }
        match position {
            Position::Solved => histogram[n_guesses - 1] += 1,
            _ => n_unsolved += 1,
        }
    }
    let counts: Vec<String> = histogram.iter().map(ToString::to_string).collect();
    println!("{} unsolved {}", counts.join(" "), n_unsolved);
}
