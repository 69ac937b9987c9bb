import type { ComponentProps } from 'react'
import { Button } from './button.tsx'

type Props = Omit<ComponentProps<typeof Button>, 'type' | 'isBusy' | 'form'> & {
  form: { isSubmitting: boolean; isLocked: boolean }
}

/** The form's own button: busy while the form is sent, disabled while anything else runs. */
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
