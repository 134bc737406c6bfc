import ts from "typescript";

/** A manifest, and the file that it is from. */
type Manifest = { file: string; apiVersion: string; kind: string; metadata: { name: string } };

const NAME = "manifests.ts";

/**
 * Finds the faults of manifests that the Kubernetes API (1.30, package kubernetes-types) would refuse: unknown fields,
 * missing ones and wrong types, a line each. No validator of manifests on npm detects unknown fields, while TypeScript
 * refuses them in a literal.
 */
export function findManifestProblems(manifests: Manifest[]): string[] {
  const lines = manifests.map((manifest, index) => {
    const { file: _, ...content } = manifest;
    const type = `import("kubernetes-types/${moduleOf(manifest.apiVersion)}").${manifest.kind}`;
    return `export const m${index}: Required<Pick<${type}, "apiVersion" | "kind">> & ${type} = ${JSON.stringify(content)};`;
  });
  const source = ts.createSourceFile(NAME, lines.join("\n"), ts.ScriptTarget.ES2022, true);
  const options: ts.CompilerOptions = {
    strict: true,
    noEmit: true,
    skipLibCheck: true,
    types: [],
    lib: ["lib.es5.d.ts"],
    module: ts.ModuleKind.ESNext,
    moduleResolution: ts.ModuleResolutionKind.Bundler,
  };
  const host = ts.createCompilerHost(options);
  const { getSourceFile, fileExists } = host;
  host.getSourceFile = (name, ...rest) => (name === NAME ? source : getSourceFile(name, ...rest));
  host.fileExists = (name) => name === NAME || fileExists(name);
  const program = ts.createProgram({ rootNames: [NAME], options, host });
  return ts.getPreEmitDiagnostics(program).map((diagnostic) => {
    const line = source.getLineAndCharacterOfPosition(diagnostic.start ?? 0).line;
    const { file, kind, metadata } = manifests[line]!;
    return `${file}: ${kind} ${metadata.name}: ${ts.flattenDiagnosticMessageText(diagnostic.messageText, " ")}`;
  });
}

/** "networking.k8s.io/v1" is in kubernetes-types/networking/v1, and "v1" in core/v1. */
function moduleOf(apiVersion: string) {
  const [group, version] = apiVersion.includes("/") ? apiVersion.split("/") : ["core", apiVersion];
  return `${group!.split(".")[0]}/${version}`;
}
