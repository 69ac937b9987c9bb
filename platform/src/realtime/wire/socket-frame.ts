const TEXT = 0x81
const BINARY = 0x82

/** A whole unmasked WebSocket frame (RFC 6455, 5.2). One Buffer may be written to many sockets. */
export function textFrame(text: string): Buffer {
  const length = Buffer.byteLength(text)
  const head = headBytes(length)
  const frame = Buffer.allocUnsafe(head + length)
  writeHead(frame, TEXT, length)
  frame.write(text, head)

  return frame
}

export function binaryFrame(bytes: Buffer): Buffer {
  const head = headBytes(bytes.length)
  const frame = Buffer.allocUnsafe(head + bytes.length)
  writeHead(frame, BINARY, bytes.length)
  bytes.copy(frame, head)

  return frame
}

const headBytes = (length: number) => (length < 126 ? 2 : length < 65_536 ? 4 : 10)

function writeHead(frame: Buffer, opcode: number, length: number): void {
  frame[0] = opcode
  if (length < 126) {
    frame[1] = length
  } else if (length < 65_536) {
    frame[1] = 126
    frame.writeUInt16BE(length, 2)
  } else {
    frame[1] = 127
    frame.writeBigUInt64BE(BigInt(length), 2)
  }
}
