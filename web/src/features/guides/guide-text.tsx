import { Fragment, type ReactNode } from 'react'
import { useTranslation } from '#i18n/language-provider.tsx'
import { ExtensionFile } from './extension-file.tsx'
import type { Block, Inline } from './guide.ts'
import { GuideInline } from './guide-inline.tsx'

/** A guide's text as elements. Its content never changes while it is shown, so positions serve as keys. */
export function GuideText({ blocks }: { blocks: Block[] }) {
  return blocks.map((block, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: see above
    <Fragment key={index}>{element(block)}</Fragment>
  ))
}

const HEADINGS = {
  2: { Tag: 'h2', look: 'mt-12 text-lg font-semibold' },
  3: { Tag: 'h3', look: 'mt-8 font-semibold' },
} as const

function element(block: Block): ReactNode {
  switch (block.kind) {
    case 'heading': {
      const { Tag, look } = HEADINGS[block.level]
      return (
        <Tag id={block.id} className={look}>
          <a href={`#${block.id}`} className="underline-offset-4 hover:underline">
            <GuideInline text={block.text} />
          </a>
        </Tag>
      )
    }
    case 'paragraph':
      return (
        <p className="mt-4">
          <GuideInline text={block.text} />
        </p>
      )
    case 'note':
      return (
        <aside className="mt-6 rounded-md border border-notice/40 bg-notice-tint px-5 pt-1 pb-5">
          <GuideText blocks={block.blocks} />
        </aside>
      )
    case 'list':
      return <List {...block} />
    case 'table':
      return <Table {...block} />
    case 'code':
      return (
        <pre
          // Wider than a phone: whoever scrolls it by keyboard has to reach it.
          // biome-ignore lint/a11y/noNoninteractiveTabindex: see above
          tabIndex={0}
          className="mt-4 overflow-x-auto rounded-md border border-line bg-sunken px-4 py-3 font-mono text-sm"
        >
          <code>{block.text}</code>
        </pre>
      )
    case 'picture':
      return <GuidePicture name={block.name} alt={block.alt} />
    case 'extension-file':
      return <ExtensionFile />
  }
}

function List({ isOrdered, items }: Extract<Block, { kind: 'list' }>) {
  const Tag = isOrdered ? 'ol' : 'ul'

  return (
    <Tag
      className={`mt-4 grid gap-2 pl-5 marker:text-ink-faint ${isOrdered ? 'list-decimal' : 'list-disc'}`}
    >
      {items.map((item, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: see above
        <li key={index} className="pl-1 *:mt-0">
          <GuideText blocks={item} />
        </li>
      ))}
    </Tag>
  )
}

function Table({ head, rows }: Extract<Block, { kind: 'table' }>) {
  return (
    <div
      // Wider than a phone: whoever scrolls it by keyboard has to reach it.
      // biome-ignore lint/a11y/noNoninteractiveTabindex: see above
      tabIndex={0}
      className="mt-6 overflow-x-auto rounded-md border border-line bg-surface"
    >
      <table className="w-full text-left text-sm">
        <thead>
          <tr className="border-b border-line bg-sunken">
            {head.map((cell, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: see above
              <Head key={index} text={cell} />
            ))}
          </tr>
        </thead>
        <tbody className="divide-y divide-line">
          {rows.map((row, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: see above
            <tr key={index}>
              <Cells row={row} />
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

/** The corner above the rows' names may be empty, and is then no heading. */
function Head({ text }: { text: Inline[] }) {
  if (text.length === 0) return <td />

  return (
    <th scope="col" className="px-3 py-2.5 sm:px-4 font-medium">
      <GuideInline text={text} />
    </th>
  )
}

function Cells({ row }: { row: Inline[][] }) {
  const [name = [], ...values] = row

  return (
    <>
      <th scope="row" className="px-3 py-2.5 sm:px-4 align-top font-medium">
        <GuideInline text={name} />
      </th>
      {values.map((cell, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: see above
        <td key={index} className="px-3 py-2.5 sm:px-4 align-top text-ink-soft">
          <GuideInline text={cell} />
        </td>
      ))}
    </>
  )
}

/** Of all pictures: made by e2e/guide-pictures.js, at one and a half times this size. */
const WIDTH = 1024
const HEIGHT = 640

const LOOK = 'h-auto w-full rounded-md border border-line'

/** A screen of ours in the reader's language and theme. The one that is not shown is not loaded. */
function GuidePicture({ name, alt }: { name: string; alt: string }) {
  const { language } = useTranslation()
  const file = `/guides/${name}-${language}`
  const shared = { width: WIDTH, height: HEIGHT, loading: 'lazy', decoding: 'async' } as const

  return (
    <div className="mt-6">
      <img {...shared} alt={alt} src={`${file}-light.webp`} className={`${LOOK} dark:hidden`} />
      <img
        {...shared}
        alt={alt}
        src={`${file}-dark.webp`}
        className={`${LOOK} hidden dark:block`}
      />
    </div>
  )
}
