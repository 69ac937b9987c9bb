import { scanXml, type XmlLimits, XmlRefused } from './scan-xml.ts'

export type XmlElement = {
  /** null: none. */
  namespace: string | null
  name: string
  /** Under their names as written; SAML's have no prefix. */
  attributes: ReadonlyMap<string, string>
  children: XmlElement[]
  /** Its own text. Comments leave no trace, as in what a signature covers. */
  text: string
}

/** A strict tree of a document within the limits. */
export function readXml(text: string, limits: XmlLimits): XmlElement {
  const open: { element: XmlElement; prefixes: Prefixes }[] = []
  let root: XmlElement | undefined

  scanXml(text, limits, {
    open(qualified, attributes) {
      const parent = open.at(-1)
      const prefixes = withDeclared(parent?.prefixes ?? new Map(), attributes)
      const element = { ...nameOf(qualified, prefixes), attributes, children: [], text: '' }
      parent?.element.children.push(element)
      root ??= element
      open.push({ element, prefixes })
    },
    text(more) {
      const current = open.at(-1)
      if (current) current.element.text += more
    },
    close: () => void open.pop(),
  })
  if (!root) throw new XmlRefused('it is empty')

  return root
}

type Prefixes = ReadonlyMap<string, string>

function withDeclared(inherited: Prefixes, attributes: ReadonlyMap<string, string>): Prefixes {
  const declared = [...attributes].flatMap(([name, value]): [string, string][] => {
    if (name === 'xmlns') return [['', value]]
    return name.startsWith('xmlns:') ? [[name.slice('xmlns:'.length), value]] : []
  })

  return declared.length === 0 ? inherited : new Map([...inherited, ...declared])
}

function nameOf(qualified: string, prefixes: Prefixes) {
  const [prefix = '', local, ...rest] = qualified.includes(':')
    ? qualified.split(':')
    : ['', qualified]
  const namespace = prefixes.get(prefix)
  if (!local || rest.length > 0 || (prefix !== '' && namespace === undefined)) {
    throw new XmlRefused('a name is malformed')
  }
  return { namespace: namespace || null, name: local }
}

/** The element and everything in it, in the order of the document. */
export function* everyElement(element: XmlElement): Generator<XmlElement> {
  yield element
  for (const child of element.children) yield* everyElement(child)
}

export const childrenOf = (
  { children }: XmlElement,
  namespace: string,
  name: string,
): XmlElement[] => children.filter((one) => one.namespace === namespace && one.name === name)
