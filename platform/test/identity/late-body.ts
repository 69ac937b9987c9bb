import { request } from 'node:http'

type Call = { method: string; url: string; headers: Record<string, string>; body: unknown }

type Answer = { status: number; headers: Headers; text: string }

export type LateRequest = {
  /** Sends the rest of the body, and gives what was answered. */
  finish(): Promise<Answer>
}

/** A request whose headers and first byte are sent now, and the rest of whose body is held back. */
export async function beginLateBody({ method, url, headers, body }: Call): Promise<LateRequest> {
  const bytes = Buffer.from(JSON.stringify(body))
  const sent = request(url, {
    method,
    // A connection of its own, so that no earlier answer's end closes it.
    agent: false,
    headers: {
      'content-type': 'application/json',
      ...headers,
      'content-length': String(bytes.length),
    },
  })
  const answered = new Promise<Answer>((resolve, reject) => {
    sent.on('error', reject)
    sent.on('response', (answer) => {
      const parts: Buffer[] = []
      answer.on('error', reject)
      answer.on('data', (part: Buffer) => parts.push(part))
      answer.on('end', () =>
        resolve({
          status: answer.statusCode ?? 0,
          headers: new Headers(answer.headers as Record<string, string>),
          text: Buffer.concat(parts).toString(),
        }),
      )
    })
  })
  // A failure before `finish` is reported there.
  answered.catch(() => {})
  await new Promise<void>((resolve) => sent.write(bytes.subarray(0, 1), () => resolve()))

  return {
    finish: () => {
      sent.end(bytes.subarray(1))
      return answered
    },
  }
}
