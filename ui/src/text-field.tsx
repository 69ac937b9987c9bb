import { type ComponentProps, type ReactNode, useId } from 'react'
import { CONTROL_CLASSES, FieldFrame, fieldAttributes } from './field-frame.tsx'

type Props = Omit<ComponentProps<'input'>, 'id' | 'className'> & {
  label: string
  error?: string | null | undefined
  hint?: string
  aside?: ReactNode
  /** Placed over the right end of the control. */
  trailing?: ReactNode
}

export function TextField({ label, error, hint, aside, trailing, ...input }: Props) {
  const id = useId()

  return (
    <FieldFrame id={id} label={label} error={error} hint={hint} aside={aside}>
      <div className="relative">
        <input
          {...input}
          {...fieldAttributes(id, { error, hint })}
          className={`h-12 ${CONTROL_CLASSES} ${trailing ? 'pr-13' : ''}`}
        />
        {trailing && <div className="absolute inset-y-0 right-0.5 grid">{trailing}</div>}
      </div>
    </FieldFrame>
  )
}
