type Bought = {
  orderId: number
  orderIdentifier: string
  subscriptionId: number
  redirectUrl: string | null
}

type Delivery = {
  id: number
  event: string
  objectId: string
  state: string
  payload: { meta: Record<string, unknown>; data: { attributes: Record<string, unknown> } }
}

type Stub = { url: string; apiUrl: string; env: Record<string, string>; webhookSecret: string }

/** Actions at the payment provider, and the calls that it received. */
export function playProvider({ url, apiUrl, env }: Stub) {
  const control = async (method: string, path: string, body?: unknown) => {
    const answer = await fetch(`${url}/_control/${path}`, {
      method,
      headers: { 'x-standin-control': '1' },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    })
    if (!answer.ok) throw new Error(`${path}: ${answer.status} ${await answer.text()}`)
    const text = await answer.text()
    return text === '' ? null : (JSON.parse(text) as unknown)
  }

  return {
    control,
    pay: async (id: string, how: Record<string, unknown> = {}) =>
      (await control('POST', `checkouts/${id}/pay`, how)) as Bought,
    /** A subscription that was not bought here. */
    subscribe: async (wanted: Record<string, unknown> = {}) =>
      (await control('POST', 'subscriptions', wanted)) as Bought,
    /** An action of the subscriber in the portal. */
    act: (id: number | string, verb: string, input: Record<string, unknown> = {}) =>
      control('POST', `subscriptions/${id}/${verb}`, input),
    advance: (days: number) => control('POST', 'advance', { days }),
    webhooks: (settings: Record<string, unknown>) => control('PUT', 'webhooks', settings),
    deliveries: async () => (await control('GET', 'deliveries')) as Delivery[],
    resend: (id: number) => control('POST', `deliveries/${id}/attempts`, {}),
    fault: (fault: Record<string, unknown>) => control('POST', 'faults', fault),
    noFaults: () => control('DELETE', 'faults'),
    /** Calls of its API, oldest first, as `DELETE /v1/subscriptions/1`. */
    asked: async (): Promise<string[]> => {
      const log = (await (await fetch(`${url}/_control/requests`)).json()) as {
        method: string
        path: string
      }[]
      return log
        .map(({ method, path }) => `${method} ${path}`)
        .filter((line) => line.includes(' /v1/'))
        .reverse()
    },
    read: async (id: number | string) => {
      const answer = await fetch(`${apiUrl}/v1/subscriptions/${id}`, {
        headers: {
          accept: 'application/vnd.api+json',
          authorization: `Bearer ${env.LEMON_SQUEEZY_API_KEY}`,
        },
      })
      const { data } = (await answer.json()) as { data: { attributes: Record<string, unknown> } }
      return data.attributes
    },
  }
}
