type Mail = { subject: string; text: string }

export type Mailbox = ReturnType<typeof mailboxAt>

const WAIT_MS = 15_000

/** The mailbox stand-in's API: every mail of the product arrives there. */
export function mailboxAt(url: string) {
  return {
    /** The newest mail to an address, once `count` have arrived. */
    async newest(to: string, count = 1): Promise<Mail> {
      const query = new URLSearchParams({ to, count: String(count), timeoutMs: `${WAIT_MS}` })
      const answer = await fetch(`${url}/api/wait?${query}`)
      if (!answer.ok) throw new Error(`no mail number ${count} came for ${to}`)

      const mails = (await answer.json()) as (Mail & { receivedAt: string })[]
      const [mail] = mails.toSorted((one, other) => other.receivedAt.localeCompare(one.receivedAt))
      if (!mail) throw new Error(`the mailbox of ${to} is empty`)
      return mail
    },

    /** The next mail to this address is refused for good. */
    async refuseOnce(to: string): Promise<void> {
      const answer = await fetch(`${url}/_control/faults`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', 'x-standin-control': '1' },
        body: JSON.stringify({ method: 'SMTP', path: `/rcpt/${to}`, times: 1, status: 550 }),
      })
      if (!answer.ok) throw new Error(`the mailbox refused (${answer.status})`)
    },

    async linkTo(to: string, count = 1): Promise<string> {
      const { subject, text } = await this.newest(to, count)
      const link = /https?:\/\/\S+\/auth\/v1\/verify\S+/.exec(text)?.[0]

      if (!link) throw new Error(`no link in "${subject}"`)
      return link
    },
  }
}
