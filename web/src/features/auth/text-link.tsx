import type { ComponentProps } from 'react'
import { Link } from 'react-router'

/** A link inside a sentence, hence underlined; it keeps the location state. */
export function TextLink(props: ComponentProps<typeof Link>) {
  return (
    <Link
      {...props}
      className="rounded-sm font-medium text-accent underline underline-offset-4 hover:text-accent-strong"
    />
  )
}
