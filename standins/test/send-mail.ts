import { asData, type Reply, SmtpClient } from './smtp-client.ts'

export type OutgoingMail = { from?: string; to?: string | string[]; source: string | Buffer }

/** Sends one mail on a connection of its own and returns the reply to its content. */
export async function sendMail(smtpUrl: string, mail: OutgoingMail): Promise<Reply> {
  const client = await SmtpClient.greeted(smtpUrl)
  try {
    return await transmit(client, mail)
  } finally {
    client.close()
  }
}

/** Sends one mail on an open connection. */
export async function transmit(client: SmtpClient, mail: OutgoingMail): Promise<Reply> {
  const { from = 'sender@example.test', to = 'reader@example.test', source } = mail
  await client.say(`MAIL FROM:<${from}>`)
  for (const one of [to].flat()) {
    const reply = await client.say(`RCPT TO:<${one}>`)
    if (reply.code !== 250) return reply
  }
  await client.say('DATA')
  client.write(asData(source))

  return client.reply()
}

/** A mail with the usual headers; each may be replaced. */
export function mailSource(text: string, headers: Record<string, string> = {}): string {
  const all = {
    From: 'Ada Sender <sender@example.test>',
    To: 'reader@example.test',
    Subject: 'Hello',
    ...headers,
  }

  return `${Object.entries(all)
    .map(([name, value]) => `${name}: ${value}\r\n`)
    .join('')}\r\n${text}`
}

export const htmlMailSource = (html: string, headers: Record<string, string> = {}): string =>
  mailSource(html, {
    'MIME-Version': '1.0',
    'Content-Type': 'text/html; charset=utf-8',
    ...headers,
  })
