// @vitest-environment happy-dom
import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { act, cleanup, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, test, vi } from 'vitest'
import { subscriptionStatusQuery } from '#api/billing/subscription-status.ts'
import { sessionStore } from '#api/session/session.ts'
import { inExampleApp } from '#i18n/example-app.tsx'
import { exampleSubscription } from './example-subscription.ts'
import { useCurrentPlan } from './use-current-plan.ts'

const USER_ID = '5b0c0f5e-0000-4000-8000-000000000001'
const ACTIVE = { subscription_status: 'active', plan_name: 'Pro', current_period_end: null }

beforeEach(() => {
  sessionStore.set({ status: 'member', id: USER_ID, email: '', profile: null, cameByMail: false })
})

afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

test('who has just become Pro is offered nothing until their subscription is known', async () => {
  const server = play()
  const { client } = open()
  await screen.findByText('free')

  server.isPaid = true
  const letGo = server.holdSubscriptions()
  await act(() => client().fetchQuery({ ...subscriptionStatusQuery(USER_ID), staleTime: 0 }))
  await screen.findByText('unknown')
  letGo()

  await screen.findByText('pro active')
})

/** A server that knows of a payment or not. */
function play() {
  let held = Promise.resolve()
  const server = {
    isPaid: false,
    holdSubscriptions() {
      let letGo = () => {}
      held = new Promise<void>((resolve) => {
        letGo = resolve
      })
      return letGo
    },
  }
  vi.stubGlobal('fetch', async (address: RequestInfo | URL) => {
    const { isPaid } = server
    if (String(address).includes('get_subscription_status')) {
      return Response.json(isPaid ? [ACTIVE] : [])
    }
    await held
    return Response.json(isPaid ? [exampleSubscription()] : [])
  })
  return server
}

function open() {
  let client: QueryClient | undefined
  function Shown() {
    client = useQueryClient()
    const current = useCurrentPlan()
    const status = 'subscription' in current ? current.subscription?.status : ''

    return <p>{`${current.kind} ${status}`}</p>
  }
  render(inExampleApp(<Shown />))

  return { client: () => client as QueryClient }
}
