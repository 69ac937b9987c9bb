import type { ComponentProps, ReactNode } from 'react'

type Props = Omit<ComponentProps<'input'>, 'type' | 'className'> & {
  label: string
  hint?: ReactNode
}

/** The native control, drawn by us. The whole row is its label. */
export function Checkbox({ label, hint, ...input }: Props) {
  return (
    <label className="flex min-h-11 cursor-pointer items-start gap-3 py-2 has-disabled:cursor-default has-disabled:opacity-55">
      <input {...input} type="checkbox" className="checkbox-box mt-0.75" />
      <span>
        <span className="block font-medium">{label}</span>
        {hint && <span className="block text-sm text-ink-soft">{hint}</span>}
      </span>
    </label>
  )
}
