import { type ButtonVariant, buttonClasses } from '@app/ui/button-classes.ts'

type Props = { href: string; text: string; variant?: ButtonVariant }

/** A link to another site that looks like a button. It opens a new tab, so that nothing here is lost. */
export function OutLink({ href, text, variant = 'secondary' }: Props) {
  return (
    <a href={href} target="_blank" rel="noreferrer" className={buttonClasses(variant, 'sm')}>
      {text}
    </a>
  )
}
