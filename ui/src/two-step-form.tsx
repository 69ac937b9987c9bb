import { type FormEvent, type ReactNode, useEffect, useRef, useState } from 'react'
import { SubmitButton } from './submit-button.tsx'
import { type FieldErrors, type FormOptions, useForm } from './use-form.ts'

type Options<Draft extends object> = FormOptions<Draft> & {
  check: (draft: Draft) => FieldErrors<Draft>
  /** The fields of the first step. The second step is shown once these have no errors. */
  first: readonly (keyof Draft)[]
  /** Runs before the second step is shown, and decides what that offers. */
  prepare?: ((draft: Draft) => Promise<void>) | undefined
}

/** A form that asks for a part first. Errors of that part are shown before any error of the rest. */
export function useTwoStepForm<Draft extends object>(given: Options<Draft>) {
  const { first, check, prepare, ...options } = given
  const [isSecond, setSecond] = useState(false)
  const [isPreparing, setPreparing] = useState(false)
  const form = useForm({
    ...options,
    check: (draft) => {
      const found = check(draft)
      const early: FieldErrors<Draft> = {}
      for (const name of first) early[name] = found[name] ?? null

      return isSecond && !Object.values(early).some(Boolean) ? found : early
    },
  })

  async function onContinue(event: FormEvent) {
    event.preventDefault()
    const draft = form.isLocked || isPreparing ? null : form.validate()
    if (!draft) return
    if (prepare) {
      setPreparing(true)
      await prepare(draft)
      setPreparing(false)
    }
    setSecond(true)
  }

  const onSubmit = isSecond ? form.props.onSubmit : onContinue
  const isSubmitting = form.isSubmitting || isPreparing
  return { ...form, props: { ...form.props, onSubmit }, isSecond, isSubmitting }
}

type Props = {
  form: Pick<
    ReturnType<typeof useTwoStepForm<object>>,
    'props' | 'isSecond' | 'isSubmitting' | 'isLocked'
  >
  first: ReactNode
  /** Shown below the first part, which stays visible, also to password managers. */
  second: ReactNode
  continueText: string
  submitText: string
}

export function TwoStepForm({ form, first, second, continueText, submitText }: Props) {
  const { props, isSecond } = form
  const secondPart = useRef<HTMLDivElement>(null)

  useEffect(() => {
    if (isSecond) secondPart.current?.querySelector<HTMLElement>('[data-first], input')?.focus()
  }, [isSecond])

  return (
    <form {...props} className="grid gap-5">
      {first}
      {isSecond && (
        <div ref={secondPart} className="grid animate-arrive gap-5">
          {second}
        </div>
      )}
      <SubmitButton form={form}>{isSecond ? submitText : continueText}</SubmitButton>
    </form>
  )
}
