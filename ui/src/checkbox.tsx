import type { ComponentProps } from 'react'

type Props = Omit<ComponentProps<'input'>, 'type' | 'className'> & { label: string; hint?: string }

/** The native control in the accent colour. The whole row is its label. */
export function Checkbox({ label, hint, ...input }: Props) {
  return (
    <label className="flex min-h-11 cursor-pointer items-start gap-3 py-2 has-disabled:cursor-default has-disabled:opacity-55">
      <input {...input} type="checkbox" className="mt-1 size-4.5 flex-none accent-accent" />
      <span>
        <span className="block font-medium">{label}</span>
        {hint && <span className="block text-sm text-ink-soft">{hint}</span>}
      </span>
    </label>
  )
}
