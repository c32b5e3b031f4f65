/* What tests use of two packages: they have no types of their own, or far more than is needed to check every test. */

declare module 'gltf-validator' {
  interface Report {
    readonly issues: {
      readonly numErrors: number
      readonly numWarnings: number
      readonly messages: readonly { readonly code: string; readonly message: string }[]
    }
  }
  export function validateBytes(bytes: Uint8Array): Promise<Report>
}

declare module '@gltf-transform/core' {
  type Numbers = Float32Array | Uint32Array | Uint16Array | Uint8Array | Int16Array | Int8Array
  export interface Accessor {
    getArray(): Numbers | null
    setArray(numbers: Numbers): this
    getCount(): number
    getElementSize(): number
  }
  export interface Primitive {
    getAttribute(semantic: string): Accessor | null
    setAttribute(semantic: string, accessor: Accessor | null): this
    listAttributes(): Accessor[]
    getIndices(): Accessor | null
    setIndices(indices: Accessor | null): this
    setMode(mode: number): this
  }
  export interface Document {
    getRoot(): {
      listMeshes(): { listPrimitives(): Primitive[] }[]
      listNodes(): { setTranslation(at: [number, number, number]): unknown }[]
    }
  }
  export class WebIO {
    readBinary(bytes: Uint8Array): Promise<Document>
    writeBinary(file: Document): Promise<Uint8Array>
  }
}
