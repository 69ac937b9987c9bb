// @vitest-environment happy-dom
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react'
import { useState } from 'react'
import { afterEach, expect, test, vi } from 'vitest'
import { SavingSwitch } from './saving-switch.tsx'

afterEach(() => {
  cleanup()
  vi.useRealTimers()
})

test('a switch says that it saves, and then that it has saved', async () => {
  vi.useFakeTimers()
  let finish = () => {}
  const answer = new Promise<void>((resolve) => {
    finish = resolve
  })
  render(<Example save={() => answer} />)

  await press()
  expect(isOn()).toBe('true')
  expect(status()).toBe('Saving…')

  await act(async () => finish())
  expect(isOn()).toBe('true')
  expect(status()).toBe('Saved')

  await act(async () => void vi.advanceTimersByTime(3000))
  expect(status()).toBe('')
})

test('a switch that could not be saved goes back and says why', async () => {
  render(<Example save={() => Promise.reject(new Error('offline'))} />)

  await press()

  expect(isOn()).toBe('false')
  expect(status()).toBe('')
  expect(screen.getByRole('alert').textContent).toBe('Not saved: offline')
})

test('the next attempt takes the message away', async () => {
  const save = vi.fn().mockRejectedValueOnce(new Error('offline')).mockResolvedValueOnce(undefined)
  render(<Example save={save} />)
  await press()

  await press()

  expect(isOn()).toBe('true')
  expect(screen.queryByRole('alert')).toBeNull()
})

function Example({ save }: { save: () => Promise<void> }) {
  const [isSavedOn, setSavedOn] = useState(false)

  return (
    <SavingSwitch
      label="Emails"
      isOn={isSavedOn}
      save={async (next) => {
        await save()
        setSavedOn(next)
      }}
      savingText="Saving…"
      savedText="Saved"
      explain={(error) => ({ text: `Not saved: ${(error as Error).message}` })}
    />
  )
}

const press = () => act(async () => void fireEvent.click(screen.getByRole('switch')))
const isOn = () => screen.getByRole('switch').getAttribute('aria-checked')
const status = () => screen.getByRole('status').textContent
