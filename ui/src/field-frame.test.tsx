// @vitest-environment happy-dom
import { cleanup, render, screen } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { TextField } from './text-field.tsx'

afterEach(cleanup)

test('an error takes the place of the hint, also for a screen reader', () => {
  const { rerender } = render(<TextField label="Repository" hint="As owner/name" />)
  expect(description()).toBe('As owner/name')

  rerender(<TextField label="Repository" hint="As owner/name" error="Not a repository" />)

  expect(screen.queryByText('As owner/name')).toBeNull()
  expect(description()).toBe('Not a repository')
})

function description(): string | undefined {
  const id = screen.getByLabelText('Repository').getAttribute('aria-describedby') ?? ''

  return document.getElementById(id)?.textContent ?? undefined
}
