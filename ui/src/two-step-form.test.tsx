// @vitest-environment happy-dom
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { TextField } from './text-field.tsx'
import { TwoStepForm, useTwoStepForm } from './two-step-form.tsx'

type Draft = { email: string; password: string }

afterEach(cleanup)

test('the second step is shown and focused once the first has no errors, which saves nothing', () => {
  const save = vi.fn(async () => {})
  render(<Example save={save} />)
  expect(screen.queryByLabelText('Password')).toBeNull()

  press('Continue')
  expect(screen.getByText('Email is missing')).toBeTruthy()
  expect(screen.queryByLabelText('Password')).toBeNull()

  type('Email', 'mia@example.test')
  press('Continue')
  expect(document.activeElement).toBe(screen.getByLabelText('Password'))
  expect(screen.queryByText('Email is missing')).toBeNull()
  expect(save).not.toHaveBeenCalled()
})

test('an error of the first step is shown alone, also in the second step', () => {
  render(<Example save={async () => {}} />)
  type('Email', 'mia@example.test')
  press('Continue')

  type('Email', '')
  press('Log in')

  expect(screen.getByText('Email is missing')).toBeTruthy()
  expect(screen.queryByText('Password is missing')).toBeNull()
  expect(document.activeElement).toBe(screen.getByLabelText('Email'))
})

test('the second step saves what was typed in both', async () => {
  const save = vi.fn(async (_draft: Draft) => {})
  render(<Example save={save} />)
  type('Email', 'mia@example.test')
  press('Continue')

  press('Log in')
  expect(screen.getByText('Password is missing')).toBeTruthy()
  type('Password', 'secret-1')
  await act(async () => press('Log in'))

  expect(save.mock.lastCall?.[0]).toEqual({ email: 'mia@example.test', password: 'secret-1' })
})

function Example({ save }: { save: (draft: Draft) => Promise<void> }) {
  const form = useTwoStepForm({
    first: ['email'],
    initial: { email: '', password: '' },
    check: ({ email, password }) => ({
      email: email ? null : 'Email is missing',
      password: password ? null : 'Password is missing',
    }),
    save,
  })

  return (
    <TwoStepForm
      form={form}
      first={<TextField {...form.field('email')} label="Email" />}
      second={<TextField {...form.field('password')} label="Password" />}
      continueText="Continue"
      submitText="Log in"
    />
  )
}

const type = (label: string, value: string) =>
  fireEvent.change(screen.getByLabelText(label), { target: { value } })

const press = (name: string) => void fireEvent.click(screen.getByRole('button', { name }))
