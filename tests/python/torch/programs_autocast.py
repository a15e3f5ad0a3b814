import torch
import torch.nn as nn
import torch.nn.functional as F

torch.manual_seed(0)
lin, conv = nn.Linear(8, 4), nn.Conv2d(1, 2, 3)
x, img = torch.randn(2, 8), torch.randn(1, 1, 5, 5)
with torch.autocast(device_type="cpu", dtype=torch.bfloat16):
    a = lin(x)
    print("linear", a.dtype, "conv", conv(img).dtype)
    print("matmul", (x @ x.T).dtype, torch.mm(x, x.T).dtype, torch.bmm(x[None], x.T[None]).dtype, torch.einsum('ij,kj->ik', x, x).dtype)
    print("relu", F.relu(a).dtype, "softmax", F.softmax(a, -1).dtype, "ln", F.layer_norm(a, (4,)).dtype, "gelu", F.gelu(a).dtype)
    print("loss", F.cross_entropy(a, torch.tensor([0, 1])).dtype, F.mse_loss(a, torch.zeros(2, 4)).dtype)
    print("add", (a + a).dtype, (a + x[:, :4]).dtype, "sum", a.sum().dtype, "exp", a.exp().dtype)
    print("sdpa", F.scaled_dot_product_attention(x[None, None], x[None, None], x[None, None]).dtype)
    print("cat", torch.cat([a, x[:, :4]]).dtype, torch.stack([a, a]).dtype, "addmm", torch.addmm(lin.bias, x, lin.weight.T).dtype)
    print("int", (torch.ones(2, 2, dtype=torch.long) @ torch.ones(2, 2, dtype=torch.long)).dtype, "double", (x.double() @ x.double().T).dtype)
    print(torch.is_autocast_enabled("cpu"), torch.get_autocast_dtype("cpu"))
    with torch.autocast("cpu", enabled=False):
        print("off", lin(x).dtype)
print("after", lin(x).dtype, torch.is_autocast_enabled("cpu"))
model = nn.Sequential(nn.Linear(8, 16), nn.ReLU(), nn.Linear(16, 1))
opt = torch.optim.SGD(model.parameters(), lr=0.1)
y = torch.randn(2, 1)
for i in range(5):
    opt.zero_grad()
    with torch.autocast(device_type="cpu", dtype=torch.bfloat16):
        out = model(x)
        loss = F.mse_loss(out, y)
    loss.backward()
    opt.step()
    print(out.dtype, loss.dtype, f"{loss.item():.3f}", model[0].weight.grad.dtype, model[0].weight.dtype)
m = nn.MultiheadAttention(8, 2, batch_first=True)
lstm = nn.LSTM(8, 4, batch_first=True)


@torch.autocast("cpu", dtype=torch.bfloat16)
def f(q):
    return m(q, q, q)[0].dtype


print(f(x[None]))
with torch.autocast("cpu"):
    print((x @ x.T).dtype)
h = x.to(torch.bfloat16)
print(h[0], h.float()[0], (h @ h.T))
print(lin.to(torch.bfloat16)(h).dtype, lin.weight.dtype)
lin.half()
print(lin.weight.dtype, lin(x.half()).dtype)
print(torch.tensor([1 / 3], dtype=torch.half), torch.tensor([1 / 3], dtype=torch.bfloat16), torch.finfo(torch.bfloat16))
print(torch.tensor([70000.], dtype=torch.half), torch.tensor(1e-8).half(), torch.finfo(torch.half).max)
scaler = torch.amp.GradScaler("cpu", enabled=False)
print(scaler.is_enabled(), scaler.get_scale())
print(torch.promote_types(torch.half, torch.bfloat16), torch.result_type(h, 1.0), (h + x).dtype, (h * 2).dtype)
