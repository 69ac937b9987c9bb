import { type FormEvent, type ReactNode, useEffect, useRef, useState } from 'react'

type Props = {
  first: ReactNode
  /** Shown below the first part once that is in order. */
  second: ReactNode
  /** The button of each step; it sends the form, and so does Enter. */
  buttons: { first: ReactNode; second: ReactNode }
  /** Whether the first part is in order. If not, it says itself what is missing. */
  onContinue: (values: FormData) => boolean
  onSubmit: (values: FormData) => void
}

/** A form that asks for the easy part first. What was filled in stays in sight, and in reach of password managers. */
export function TwoStepForm({ first, second, buttons, onContinue, onSubmit }: Props) {
  const [isSecond, setSecond] = useState(false)
  const secondPart = useRef<HTMLDivElement>(null)

  useEffect(() => {
    if (isSecond) secondPart.current?.querySelector('input')?.focus()
  }, [isSecond])

  function send(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    const values = new FormData(event.currentTarget)

    if (isSecond) onSubmit(values)
    else if (onContinue(values)) setSecond(true)
  }

  return (
    // Our own words instead of the browser's: theirs come in the browser's language, not in the chosen one.
    <form noValidate onSubmit={send} className="grid gap-5">
      {first}
      {isSecond && (
        <div ref={secondPart} className="grid animate-arrive gap-5">
          {second}
        </div>
      )}
      {isSecond ? buttons.second : buttons.first}
    </form>
  )
}
