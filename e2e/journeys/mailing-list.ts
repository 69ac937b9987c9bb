type Subscriber = {
  email: string
  fields: Record<string, string>
  interests: string[]
  tags: string[]
  status: 'pending' | 'subscribed'
}

/** The mailing list's stand-in listens six ports after the product (scripts/launch.js). */
const PORTS_AFTER = 6

/** The mailing list stand-in's API. */
export function mailingListOf(product: string) {
  const { protocol, hostname, port } = new URL(product)
  const url = `${protocol}//${hostname}:${Number(port) + PORTS_AFTER}`

  return {
    async subscriber(email: string): Promise<Subscriber | undefined> {
      const all = (await (await fetch(`${url}/api/subscribers`)).json()) as Subscriber[]

      return all.find((one) => one.email === email)
    },
    add: (email: string) => control('seed', { subscribers: [{ email }] }),
    /** The next call fails with 503. */
    failOnce: () => control('faults', { path: '/subscribe/*', status: 503 }),
  }

  async function control(what: string, body: object): Promise<void> {
    const { ok, status } = await fetch(`${url}/_control/${what}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-standin-control': '1' },
      body: JSON.stringify(body),
    })
    if (!ok) throw new Error(`the mailing list refused (${status})`)
  }
}
