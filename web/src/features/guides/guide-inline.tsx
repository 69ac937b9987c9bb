import { Fragment, type ReactNode } from 'react'
import { Link } from 'react-router'
import { usePublicConfig } from '#config/public-config.tsx'
import type { Inline } from './guide.ts'

const LINK_LOOK = 'text-accent underline underline-offset-4'

/** Text with this installation's names and URLs filled in. */
export function GuideInline({ text }: { text: Inline[] }) {
  const { siteName, siteUrl, supportEmail, links } = usePublicConfig()
  const values: Record<string, string> = {
    siteName,
    siteUrl,
    supportEmail,
    repository: links.repository,
  }
  const fill = (words: string) => words.replace(/\{(\w+)\}/g, (name, key) => values[key] ?? name)

  return text.map((part, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: the text never changes while it is shown
    <Fragment key={index}>{element(part, fill)}</Fragment>
  ))
}

function element(part: Inline, fill: (words: string) => string): ReactNode {
  if (typeof part === 'string') return fill(part)

  switch (part.kind) {
    case 'strong':
      return (
        <strong className="font-semibold">
          <GuideInline text={part.text} />
        </strong>
      )
    case 'emphasis':
      return (
        <em>
          <GuideInline text={part.text} />
        </em>
      )
    case 'code':
      return (
        <code className="rounded-sm border border-line bg-sunken px-1 font-mono text-[0.875em] break-words">
          {fill(part.text)}
        </code>
      )
    case 'link':
      return <GuideLink href={fill(part.href)}>{<GuideInline text={part.text} />}</GuideLink>
  }
}

function GuideLink({ href, children }: { href: string; children: ReactNode }) {
  if (href.startsWith('/')) {
    return (
      <Link to={href} className={LINK_LOOK}>
        {children}
      </Link>
    )
  }
  return (
    <a href={href} className={LINK_LOOK}>
      {children}
    </a>
  )
}
