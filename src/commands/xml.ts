// The one door of fast-xml-builder: a document as an object. Keys with `@` are attributes, `#text` is text; values are escaped.
import Builder from "fast-xml-builder";

export function renderXml(document: object): string {
  const builder = new Builder({
    ignoreAttributes: false,
    attributeNamePrefix: "@",
    format: true,
    suppressEmptyNode: true,
    suppressBooleanAttributes: false,
  });
  return builder.build({ "?xml": { "@version": "1.0", "@encoding": "UTF-8" }, ...document });
}
