/** A type as json-schema-to-typescript prints it. Parentheses follow from the nesting. */
export type TypeSyntax =
  /** A keyword, a name of a type, a string or a number, as it is printed. */
  | { readonly kind: "word"; readonly text: string }
  | { readonly kind: "array"; readonly element: TypeSyntax }
  | { readonly kind: "tuple"; readonly elements: readonly TupleElement[] }
  | ObjectSyntax
  | SetSyntax;

export interface ObjectSyntax {
  readonly kind: "object";
  readonly members: readonly MemberSyntax[];
  /** True if its members were printed on one line, which they are where they fit. */
  readonly isInline: boolean;
}

/** A union or an intersection of at least two types. */
export interface SetSyntax {
  readonly kind: "set";
  readonly operator: "|" | "&";
  readonly types: readonly TypeSyntax[];
}

export interface TupleElement {
  readonly type: TypeSyntax;
  readonly isRest: boolean;
}

export interface MemberSyntax {
  /** The lines of its comment. */
  readonly comment: readonly string[];
  /** Its name as it is printed, with what stands between it and the type: `a:`, `"b-c"?:`. */
  readonly name: string;
  readonly type: TypeSyntax;
}

/** `export interface NAME` or `export type NAME =`, and its type. */
export interface DeclarationSyntax {
  readonly comment: readonly string[];
  readonly head: string;
  readonly type: TypeSyntax;
  readonly isInterface: boolean;
  readonly followsBlankLine: boolean;
}
