// @vitest-environment happy-dom

import type { Language } from '@app/contract/languages'
import { act, cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { inExampleApp } from '#i18n/example-app.tsx'
import { EnrolmentForm } from './enrolment-form.tsx'

afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

test.each([
  ['en', 'Code from the app', 'Turn on', 'Invalid TOTP code entered'],
  ['es', 'Código de la app', 'Activar', 'El código no es correcto'],
] as const)(
  'a wrong code is shown beside its field, which gets the focus (%s)',
  async (language, label, submit, text) => {
    const refusal = { error_code: 'mfa_verification_failed', msg: 'From the server' }
    vi.stubGlobal('fetch', async () => Response.json(refusal, { status: 422 }))
    const onDone = vi.fn()
    await open(language, onDone)
    fireEvent.change(screen.getByLabelText(label), { target: { value: '123 456' } })

    fireEvent.click(screen.getByRole('button', { name: submit }))

    expect(await screen.findByText(text, {}, { timeout: 3000 })).toBeTruthy()
    await waitFor(() => expect(document.activeElement).toBe(screen.getByLabelText(label)))
    expect(onDone).not.toHaveBeenCalled()
  },
)

const open = (language: Language, onDone: () => void) =>
  act(async () => {
    render(
      inExampleApp(
        <EnrolmentForm
          enrolment={{ id: 'factor', secret: 'ABCDEF', qr: 'data:image/svg+xml,' }}
          onDone={onDone}
          onCancel={() => {}}
        />,
        language,
      ),
    )
  })
