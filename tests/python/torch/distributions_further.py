import torch
from torch.distributions import *

torch.manual_seed(0)
for d in [Normal(0., 1.), Normal(torch.tensor([0., 1.]), torch.tensor([1., 2.])), Bernoulli(torch.tensor([0.3])), Categorical(torch.tensor([0.25, 0.25, 0.5])),
          Uniform(0., 2.), Exponential(torch.tensor([1.5])), Laplace(0., 1.), Beta(2., 3.), Gamma(2., 1.), Poisson(4.), Geometric(0.5), Dirichlet(torch.tensor([0.5, 0.5])),
          MultivariateNormal(torch.zeros(2), torch.eye(2)), LogNormal(0., 1.), HalfNormal(1.), Gumbel(0., 1.), Cauchy(0., 1.), StudentT(3.),
          OneHotCategorical(torch.tensor([.1, .9]))]:
    print(d)
    try:
        print("  mean", d.mean, "var", d.variance)
    except NotImplementedError as e:
        print("NI")
    s = d.sample()
    print("  sample", s, s.shape, d.batch_shape, d.event_shape)
    print("  logp", d.log_prob(s))
    try:
        print("  H", d.entropy())
    except NotImplementedError:
        print("  no entropy")
n = Normal(0., 1.)
print(n.sample((2, 3)), n.rsample((2,)), n.icdf(torch.tensor(0.975)), n.cdf(torch.tensor([0., 1.])))
try:
    Normal(0., -1.)
except ValueError as e:
    print(e)
try:
    Bernoulli(torch.tensor([1.5]))
except ValueError as e:
    print(e)
try:
    n.log_prob("a")
except ValueError as e:
    print(e)
try:
    Categorical(torch.tensor([.5, .5])).log_prob(torch.tensor(3))
except ValueError as e:
    print(e)
print(kl_divergence(Normal(0., 1.), Normal(1., 2.)), kl_divergence(Bernoulli(0.3), Bernoulli(0.6)), kl_divergence(Categorical(torch.tensor([.5, .5])), Categorical(torch.tensor([.9, .1]))))
ind = Independent(Normal(torch.zeros(3, 2), torch.ones(3, 2)), 1)
print(ind, ind.log_prob(torch.zeros(3, 2)))
mix = MixtureSameFamily(Categorical(torch.tensor([.4, .6])), Normal(torch.tensor([-1., 1.]), torch.tensor([.5, .5])))
print(mix.mean, mix.log_prob(torch.tensor(0.)), mix.sample((3,)))
probs = torch.tensor([0.2, 0.8], requires_grad=True)
c = Categorical(probs)
a = c.sample()
(-c.log_prob(a) * 2.0).backward()
print(a, probs.grad)
