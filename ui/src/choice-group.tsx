type Choice<Value extends string> = { value: Value; label: string }

type Props<Value extends string> = {
  label: string
  name: string
  choices: Choice<Value>[]
  value: Value | null
  onChange: (value: Value) => void
  disabled?: boolean
  /** For a group whose choices make its subject clear. A screen reader still reads the label. */
  isLabelHidden?: boolean
}

/** One of a few visible choices. Native radio buttons: arrow keys work and the group is announced. */
export function ChoiceGroup<Value extends string>(props: Props<Value>) {
  const { label, name, choices, value, onChange, disabled = false, isLabelHidden = false } = props

  return (
    <fieldset disabled={disabled}>
      <legend className={isLabelHidden ? 'sr-only' : 'mb-1.5 text-sm font-medium'}>{label}</legend>
      <div className="flex flex-wrap gap-2">
        {choices.map((choice) => (
          <label
            key={choice.value}
            className="inline-flex min-h-10 cursor-pointer items-center rounded-full border border-line-control bg-surface px-4 text-sm transition-colors has-checked:border-accent has-checked:bg-accent-tint has-checked:font-medium has-checked:text-accent has-disabled:cursor-default has-disabled:opacity-55 has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-accent pointer-coarse:min-h-11"
          >
            <input
              type="radio"
              name={name}
              value={choice.value}
              checked={value === choice.value}
              onChange={() => onChange(choice.value)}
              className="sr-only"
            />
            {choice.label}
          </label>
        ))}
      </div>
    </fieldset>
  )
}
