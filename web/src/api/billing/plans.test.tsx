// @vitest-environment happy-dom
import { cleanup, render, screen } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { exampleContent } from '#config/example-content.ts'
import { PublicContentProvider } from '#config/public-content.tsx'
import { inExampleApp } from '#i18n/example-app.tsx'
import { usePlans } from './plans.ts'

afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

test('a page that the browser shows again on the way back loads the plans anew', async () => {
  cameBy('back_forward')
  const [free, ...retired] = open()

  await screen.findByText(free)
  expect(retired.length).toBeGreaterThan(0)
})

test('the plans of a page that was just sent are not loaded again', async () => {
  cameBy('navigate')
  const asked = vi.fn()
  const [free, ...others] = open(asked)

  expect(screen.getByText([free, ...others].join())).toBeTruthy()
  expect(asked).not.toHaveBeenCalled()
})

const cameBy = (type: string) =>
  vi.spyOn(performance, 'getEntriesByType').mockReturnValue([{ type } as never])

/** The server sells the first plan only by now. Returns the names that were sent with the page. */
function open(asked = () => {}): [string, ...string[]] {
  const { plans } = exampleContent
  vi.stubGlobal('fetch', async () => {
    asked()
    return Response.json(plans.slice(0, 1))
  })
  const Shown = () => (
    <p>
      {usePlans()
        .map(({ name }) => name)
        .join()}
    </p>
  )
  render(
    inExampleApp(
      <PublicContentProvider value={exampleContent}>
        <Shown />
      </PublicContentProvider>,
    ),
  )
  return plans.map(({ name }) => name) as [string, ...string[]]
}
