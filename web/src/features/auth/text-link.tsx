import type { ComponentProps } from 'react'
import { Link } from 'react-router'

/** Inside a sentence, hence underlined; what was remembered on the way here travels on. */
export function TextLink(props: ComponentProps<typeof Link>) {
  return (
    <Link
      {...props}
      className="rounded-sm font-medium text-accent underline underline-offset-4 hover:text-accent-strong"
    />
  )
}
