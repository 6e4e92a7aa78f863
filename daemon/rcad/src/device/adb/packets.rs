//! The packets of a shell: a byte that says what follows, four bytes of length (little endian), the bytes. As in AOSP's
//! `shell_protocol.h`.

/// A packet of a device's shell.
#[derive(Debug, PartialEq, Eq)]
pub enum Packet {
    /// Standard output.
    Output(Vec<u8>),
    /// Standard error.
    Error(Vec<u8>),
    /// The command has ended with this code.
    Exit(u8),
}

const OUTPUT: u8 = 1;
const ERROR: u8 = 2;
const EXIT: u8 = 3;
const HEAD: usize = 5;

/// Packets out of bytes that come in pieces of any size.
#[derive(Debug, Default)]
pub struct Packets {
    bytes: Vec<u8>,
}

impl Packets {
    /// Where bytes are appended as they come.
    pub fn buffer(&mut self) -> &mut Vec<u8> {
        &mut self.bytes
    }

    /// The next whole packet. Long output comes in parts, before its packet is whole; packets of unknown kinds are passed
    /// over.
    pub fn next(&mut self) -> Option<Packet> {
        loop {
            let (head, rest) = self.bytes.split_first_chunk::<HEAD>()?;
            let [kind, length @ ..] = *head;
            let length = u32::from_le_bytes(length) as usize;
            if kind == OUTPUT && !rest.is_empty() && rest.len() < length {
                let part = self.bytes.split_off(HEAD);
                let left = (length - part.len()) as u32;
                self.bytes[1..].copy_from_slice(&left.to_le_bytes());
                return Some(Packet::Output(part));
            }
            if rest.len() < length {
                return None;
            }
            let body = self.bytes[HEAD..HEAD + length].to_vec();
            self.bytes.drain(..HEAD + length);
            match kind {
                OUTPUT if body.is_empty() => {}
                OUTPUT => return Some(Packet::Output(body)),
                ERROR => return Some(Packet::Error(body)),
                EXIT => return Some(Packet::Exit(body.first().copied().unwrap_or_default())),
                _ => {}
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{Packet, Packets};

    fn packet(kind: u8, body: &[u8]) -> Vec<u8> {
        [&[kind][..], &(body.len() as u32).to_le_bytes(), body].concat()
    }

    #[test]
    fn packets_are_read_from_pieces_of_any_size() {
        let all = [
            packet(1, b"one\ntw"),
            packet(9, b"new"),
            packet(2, b"bad"),
            packet(1, b""),
            packet(1, b"o\n"),
            packet(3, &[4]),
        ];
        let bytes = all.concat();
        for size in 1..=bytes.len() {
            let mut packets = Packets::default();
            let (mut output, mut errors, mut exit) = (Vec::new(), Vec::new(), None);
            for piece in bytes.chunks(size) {
                packets.buffer().extend(piece);
                while let Some(packet) = packets.next() {
                    match packet {
                        Packet::Output(more) => output.extend(more),
                        Packet::Error(more) => errors.extend(more),
                        Packet::Exit(code) => exit = Some(code),
                    }
                }
            }
            assert_eq!((&output[..], &errors[..], exit), (&b"one\ntwo\n"[..], &b"bad"[..], Some(4)), "{size}");
        }
    }
}
