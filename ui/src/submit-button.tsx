import type { ComponentProps } from 'react'
import { Button } from './button.tsx'

type Props = Omit<ComponentProps<typeof Button>, 'type' | 'isBusy' | 'form'> & {
  form: { isSubmitting: boolean; isLocked: boolean }
}

/** The form's submit button: busy while submitting, disabled while other actions run. */
export function SubmitButton({ form, disabled = false, ...button }: Props) {
  return (
    <Button
      {...button}
      type="submit"
      isBusy={form.isSubmitting}
      disabled={disabled || form.isLocked}
    />
  )
}
