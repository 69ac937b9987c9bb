import { useId } from 'react'

type Props = {
  label: string
  hint?: string
  /** A text beside the control: for instance that the choice is saved. */
  status?: string
  isOn: boolean
  onChange: (isOn: boolean) => void
  disabled?: boolean
}

/** Takes effect immediately; use a checkbox if there is a Save button. */
export function Switch({ label, hint, status = '', isOn, onChange, disabled = false }: Props) {
  const id = useId()

  return (
    <div className="flex min-h-11 items-center justify-between gap-6">
      <div className="flex-1">
        <p id={id} className="font-medium">
          {label}
        </p>
        {hint && (
          <p id={`${id}-hint`} className="text-sm text-ink-soft">
            {hint}
          </p>
        )}
      </div>
      <p role="status" className="text-sm text-ink-soft">
        {status}
      </p>
      <button
        type="button"
        role="switch"
        aria-checked={isOn}
        onClick={() => onChange(!isOn)}
        disabled={disabled}
        aria-labelledby={id}
        aria-describedby={hint ? `${id}-hint` : undefined}
        className="group relative flex h-7 w-12 flex-none rounded-full border border-line-control bg-sunken p-0.5 transition-colors after:absolute after:-inset-2 disabled:opacity-55 aria-checked:border-accent aria-checked:bg-accent"
      >
        <span className="size-5.5 rounded-full bg-ink-soft transition-[translate,background-color] group-aria-checked:translate-x-5 group-aria-checked:bg-on-accent" />
      </button>
    </div>
  )
}
