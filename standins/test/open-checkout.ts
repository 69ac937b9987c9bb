import { onTestFinished } from 'vitest'
import { startCheckout } from '#checkout/app.ts'
import type { Delivery } from '#checkout/state/deliveries.ts'
import { controlOf } from './control-of.ts'
import { temporaryFolder } from './temporary-folder.ts'

type Options = { productUrl?: string; isDemo?: boolean; dataDir?: string }

export type Resource = {
  id: string
  type: string
  attributes: Record<string, unknown> & { urls: Record<string, string>; url: string }
  relationships: Record<string, unknown>
}

type Payload = {
  meta: { event_name: string; custom_data?: Record<string, string>; test_mode: boolean }
  data: Resource
}

type Bought = {
  orderId: number
  orderIdentifier: string
  subscriptionId: number
  redirectUrl: string | null
}

/** A running checkout stand-in, closed after the test. */
export async function openCheckout({ dataDir, ...options }: Options = {}) {
  const folder = dataDir ?? (await temporaryFolder())
  const running = await startCheckout({ dataDir: folder, ...options })
  onTestFinished(running.close)
  const control = controlOf(running.url)

  const api = (
    method: string,
    path: string,
    body?: unknown,
    headers: Record<string, string> = {},
  ) =>
    fetch(running.apiUrl + path, {
      method,
      headers: {
        accept: 'application/vnd.api+json',
        'content-type': 'application/vnd.api+json',
        authorization: `Bearer ${running.env.LEMON_SQUEEZY_API_KEY}`,
        ...headers,
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    })
  const read = async (path: string) =>
    ((await (await api('GET', path)).json()) as { data: Resource }).data
  const list = async (path: string) =>
    ((await (await api('GET', path)).json()) as { data: Resource[] }).data
  const newCheckout = async (attributes: Record<string, unknown> = {}, variant = '1001') => {
    const reply = await api('POST', '/v1/checkouts', {
      data: {
        type: 'checkouts',
        attributes,
        relationships: {
          store: { data: { type: 'stores', id: '1' } },
          variant: { data: { type: 'variants', id: variant } },
        },
      },
    })
    return ((await reply.json()) as { data: Resource }).data
  }
  const deliveries = async () =>
    (await (await control('GET', 'deliveries')).json()) as (Omit<Delivery, 'payload'> & {
      payload: Payload
    })[]

  return {
    ...running,
    dataDir: folder,
    control,
    api,
    read,
    list,
    newCheckout,
    deliveries,
    /** The names of all events, oldest first. */
    events: async () => (await deliveries()).toReversed().map(({ event }) => event),
    pay: async (checkoutId: string, how: Record<string, unknown> = {}) =>
      (await (await control('POST', `checkouts/${checkoutId}/pay`, how)).json()) as Bought,
    subscribe: async (wanted: Record<string, unknown> = {}) =>
      (await (await control('POST', 'subscriptions', wanted)).json()) as Bought,
    advance: (days: number) => control('POST', 'advance', { days }),
    changePlan: (id: number, variantId: number) =>
      api('PATCH', `/v1/subscriptions/${id}`, {
        data: {
          type: 'subscriptions',
          id: String(id),
          attributes: { variant_id: variantId, invoice_immediately: true },
        },
      }),
    do: (id: number, verb: string, input: Record<string, unknown> = {}) =>
      control('POST', `subscriptions/${id}/${verb}`, input),
  }
}
