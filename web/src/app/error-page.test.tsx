// @vitest-environment happy-dom

import { createTranslator } from '@app/ui/translator.ts'
import { useQuery } from '@tanstack/react-query'
import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { createMemoryRouter, type RouteObject, RouterProvider } from 'react-router'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { exampleConfig } from '#config/example-config.ts'
import { exampleContent } from '#config/example-content.ts'
import { allMessages } from '#i18n/all-messages.ts'
import { ErrorPage } from './error-page.tsx'
import { Providers } from './providers.tsx'
import { QueryArea } from './query-area.tsx'

// React and the router report what they have caught to the console, which is right, and here expected.
beforeEach(() => vi.spyOn(console, 'error').mockImplementation(() => {}))

afterEach(() => {
  cleanup()
  vi.restoreAllMocks()
})

test('an unexpected error says what happened and offers two ways on', async () => {
  openScreenThat(() => {
    throw new Error('The tide tables are missing')
  })

  expect(await screen.findByRole('heading', { name: 'Something went wrong' })).toBeTruthy()
  expect(screen.getByText('We encountered an unexpected error.')).toBeTruthy()
  expect(screen.getByText('The tide tables are missing')).toBeTruthy()
  expect(screen.getByRole('button', { name: 'Try again' })).toBeTruthy()
  expect(screen.getByRole('link', { name: 'Go to homepage' }).getAttribute('href')).toBe('/')
})

test('trying again shows the screen once the cause is gone', async () => {
  let isBroken = true
  openScreenThat(() => {
    if (isBroken) throw new Error('not yet')
    return 'All is well'
  })
  const tryAgain = await screen.findByRole('button', { name: 'Try again' })

  isBroken = false
  fireEvent.click(tryAgain)

  expect(await screen.findByText('All is well')).toBeTruthy()
})

test('trying again asks the server anew, whatever was answered before', async () => {
  const answers = ['broken', 'All is well']
  const ask = vi.fn(async () => answers.shift() ?? '')
  function Screen() {
    const { data } = useQuery({ queryKey: ['screen'], queryFn: ask })
    if (data === 'broken') throw new Error('The answer cannot be shown')
    return <p>{data}</p>
  }
  open([{ Component: QueryArea, children: [{ path: '/', Component: Screen }] }])

  fireEvent.click(await screen.findByRole('button', { name: 'Try again' }))

  expect(await screen.findByText('All is well')).toBeTruthy()
  expect(ask).toHaveBeenCalledTimes(2)
})

test('a screen that a deploy has taken away asks for a refresh', async () => {
  openScreenThat(() => {
    throw new TypeError('Failed to fetch dynamically imported module: /assets/home.js')
  })

  expect(await screen.findByRole('heading', { name: 'Application Update Available' })).toBeTruthy()
  expect(screen.getByRole('button', { name: 'Refresh Page' })).toBeTruthy()
})

function openScreenThat(renders: () => string) {
  open([{ path: '/', Component: () => <p>{renders()}</p> }])
}

function open(children: RouteObject[]) {
  const router = createMemoryRouter([{ ErrorBoundary: ErrorPage, children }])

  render(
    <Providers
      config={exampleConfig}
      content={exampleContent}
      translator={createTranslator('en', allMessages.en)}
    >
      <RouterProvider router={router} />
    </Providers>,
  )
}
