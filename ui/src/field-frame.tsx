import type { ReactNode } from 'react'
import { WarningIcon } from './icons.tsx'

type Props = {
  id: string
  label: string
  error?: string | null | undefined
  hint?: string | undefined
  /** At the right end of the label's line. */
  aside?: ReactNode
  children: ReactNode
}

/** The common parts of fields: label above, hint below. An error replaces the hint. */
export function FieldFrame({ id, label, error, hint, aside, children }: Props) {
  return (
    <div>
      <div className="mb-1.5 flex items-baseline justify-between gap-4 text-sm">
        <label htmlFor={id} className="font-medium">
          {label}
        </label>
        {aside}
      </div>
      {children}
      {hint && !error && (
        <p id={`${id}-hint`} className="mt-1.5 text-sm text-ink-soft">
          {hint}
        </p>
      )}
      {error && (
        <p id={`${id}-error`} className="mt-1.5 flex items-start gap-1.5 text-sm text-danger">
          <WarningIcon className="mt-0.5 size-4 flex-none" />
          {error}
        </p>
      )}
    </div>
  )
}

/** Connects a control with its hint and its error. */
export function fieldAttributes(id: string, { error, hint }: Pick<Props, 'error' | 'hint'>) {
  const described = (error && `${id}-error`) || (hint && `${id}-hint`)

  return {
    id,
    'aria-invalid': error ? true : undefined,
    'aria-describedby': described || undefined,
  }
}

/** At least 16 px, because phones zoom into smaller fields. */
export const CONTROL_CLASSES =
  'w-full rounded-md border border-line-control bg-surface px-3.5 text-base text-ink transition-colors placeholder:text-ink-faint enabled-hover:border-ink-soft focus-visible:outline-offset-0 disabled:bg-sunken disabled:text-ink-soft aria-invalid:border-danger'
