// @vitest-environment happy-dom
import { cleanup, render, screen } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { FunctionError } from '#api/calls/call-function.ts'
import { inExampleApp } from '#i18n/example-app.tsx'
import { AdminFailure } from './admin-failure.tsx'

afterEach(cleanup)

const refused = (code: string) => new FunctionError(403, { code, error: 'The server’s words' })

test('a missing second factor says what to do, with a link to where it is done', async () => {
  render(inExampleApp(<AdminFailure error={refused('insufficient_aal')} />))

  expect((await screen.findByRole('link')).getAttribute('href')).toBe('/settings?tab=security')
  expect(screen.getByRole('alert').textContent).toContain('two-factor authentication')
})

test('every other code of the area has words in the reader’s language and no link', async () => {
  render(inExampleApp(<AdminFailure error={refused('own_account')} />, 'es'))

  expect((await screen.findByRole('alert')).textContent).toBe(
    'No puedes hacer esto con tu propia cuenta.',
  )
  expect(screen.queryByRole('link')).toBeNull()
})
