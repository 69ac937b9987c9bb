type Mail = { subject: string; text: string }

export type Mailbox = ReturnType<typeof mailboxAt>

const PATIENCE_MS = 15_000

/** The mail stand-in's own door: whatever the product sends arrives there. */
export function mailboxAt(url: string) {
  return {
    /** The newest mail to somebody, waiting until as many as `count` have come. */
    async newest(to: string, count = 1): Promise<Mail> {
      const query = new URLSearchParams({ to, count: String(count), timeoutMs: `${PATIENCE_MS}` })
      const answer = await fetch(`${url}/api/wait?${query}`)
      if (!answer.ok) throw new Error(`no mail number ${count} came for ${to}`)

      const mails = (await answer.json()) as (Mail & { receivedAt: string })[]
      const [mail] = mails.toSorted((one, other) => other.receivedAt.localeCompare(one.receivedAt))
      if (!mail) throw new Error(`the mailbox of ${to} is empty`)
      return mail
    },

    async linkTo(to: string, count = 1): Promise<string> {
      const { subject, text } = await this.newest(to, count)
      const link = /https?:\/\/\S+\/auth\/v1\/verify\S+/.exec(text)?.[0]

      if (!link) throw new Error(`no link in "${subject}"`)
      return link
    },
  }
}
