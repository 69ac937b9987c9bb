import { type ButtonVariant, buttonClasses } from '@app/ui/button-classes.ts'

type Props = { href: string; text: string; variant?: ButtonVariant }

/** A way out that looks like an action. It opens a tab of its own, so that nothing here is lost. */
export function OutLink({ href, text, variant = 'secondary' }: Props) {
  return (
    <a href={href} target="_blank" rel="noreferrer" className={buttonClasses(variant, 'sm')}>
      {text}
    </a>
  )
}
